import { formatDuration } from '#layers/northlight/shared/display/format-time.ts'

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
