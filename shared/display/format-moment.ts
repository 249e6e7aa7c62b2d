/** A moment as `2026-11-30 09:05:00 UTC`: the same for everybody who reads it. `at` in epoch milliseconds. */
export function formatMoment(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
