/**
 * The midnights that begin the last `days` days, today's the last, by the server's own clock and zone; epoch milliseconds.
 * A day on which the clock changes is as long as it is (`chat-ui.md`, "How the numbers are counted").
 */
export function listDayStarts(now: number, days: number): number[] {
  const today = new Date(now)
  return Array.from({ length: days }, (_, index) => toDayStart(today, index + 1 - days))
}

function toDayStart(day: Date, offset: number): number {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + offset).getTime()
}
