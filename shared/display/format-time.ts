/** Milliseconds as a running clock: `0:12`, `61:05`. */
export function formatClock(milliseconds: number): string {
  const seconds = Math.floor(toSeconds(milliseconds))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Milliseconds as a time taken: `16 s`, `2 min 5 s`, `3 min`; under half a second `less than 1 s`. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.round(toSeconds(milliseconds))
  if (seconds === 0) return 'less than 1 s'
  if (seconds < 60) return `${seconds} s`
  const rest = seconds % 60
  return rest === 0 ? `${seconds / 60} min` : `${Math.floor(seconds / 60)} min ${rest} s`
}

function toSeconds(milliseconds: number): number {
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) / 1000 : 0
}
