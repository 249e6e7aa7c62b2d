/** A day as `2026-11-30`, in UTC: the same on the server and in every browser. `at` in epoch milliseconds. */
export function formatDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
