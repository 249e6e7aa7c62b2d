/** Words of a Steps card's header (`chat-ui.md`, "Steps card"), without the running clock. */
export function toStepsWords(header: { live: boolean, count: number, failed: number, durationMs?: number }): string {
  return header.live ? toLiveWords(header.count) : toDoneWords(header)
}

function toLiveWords(count: number): string {
  return count === 0 ? 'Working' : `Working, ${count} ${count === 1 ? 'step' : 'steps'} so far`
}

function toDoneWords({ count, failed, durationMs }: { count: number, failed: number, durationMs?: number }): string {
  const time = durationMs === undefined ? undefined : formatDuration(durationMs)
  if (count === 0) return time === undefined ? 'Worked' : `Worked for ${time}`
  const checked = `Checked ${count} ${count === 1 ? 'thing' : 'things'}`
  if (failed === 0) return time === undefined ? checked : `${checked} in ${time}`
  return [checked, `${failed} failed`, ...(time === undefined ? [] : [`in ${time}`])].join(', ')
}

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
