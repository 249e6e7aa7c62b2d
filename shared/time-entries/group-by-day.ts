import type { TimeEntry } from './time-entry-answers.ts'

export interface DayOfEntries<Entry> {
  day: string
  minutes: number
  entries: Entry[]
}

/** Time entries by the day they are for, in the order in which the days come, each with its sum. */
export function groupByDay<Entry extends Pick<TimeEntry, 'day' | 'minutes'>>(entries: readonly Entry[]): DayOfEntries<Entry>[] {
  const days = Map.groupBy(entries, ({ day }) => day)
  return [...days].map(([day, ofDay]) => ({ day, minutes: sumMinutes(ofDay), entries: ofDay }))
}

export function sumMinutes(entries: readonly Pick<TimeEntry, 'minutes'>[]): number {
  return entries.reduce((sum, { minutes }) => sum + minutes, 0)
}
