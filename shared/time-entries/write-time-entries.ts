import { csvByteOrderMark, toCsvLine } from '#layers/northlight/shared/exports/to-csv-line.ts'
import type { TimeEntry } from './time-entry-answers.ts'

const columns: [name: string, read: (entry: TimeEntry) => string | number][] = [
  ['day', ({ day }) => day],
  ['minutes', ({ minutes }) => minutes],
  ['subject', ({ subject }) => subject],
  ['text', ({ text }) => text],
  ['person', ({ person }) => person.name],
  ['person id', ({ person }) => person.id],
  ['entered at', ({ createdAt }) => new Date(createdAt).toISOString()],
  ['approval', ({ approvalId }) => approvalId],
  ['entry', ({ id }) => id],
]

/** Time entries as a CSV file. */
export function writeTimeEntries(entries: readonly TimeEntry[]): string {
  const lines = [columns.map(([name]) => name), ...entries.map((entry) => columns.map(([, read]) => read(entry)))]
  return csvByteOrderMark + lines.map(toCsvLine).join('')
}
