const dayMs = 24 * 60 * 60 * 1_000

/**
 * When something last happened, in the least room: a time today, else a weekday in the last six days, else a date.
 * Both in epoch milliseconds; `timeZone` is the reader's own unless it is given.
 */
export function formatListTime(at: number, now: number, timeZone?: string): string {
  const format = (options: Intl.DateTimeFormatOptions, time = at) => new Intl.DateTimeFormat('en-GB', { ...options, timeZone }).format(time)
  const toDay = (time: number) => format({ year: 'numeric', month: '2-digit', day: '2-digit' }, time)
  if (toDay(at) === toDay(now)) return format({ hour: '2-digit', minute: '2-digit' })
  if (at < now && now - at < 6 * dayMs) return format({ weekday: 'short' })
  if (format({ year: 'numeric' }) === format({ year: 'numeric' }, now)) return format({ day: 'numeric', month: 'short' })
  return format({ month: 'short', year: 'numeric' })
}
