import { z } from 'zod/mini'
import { bodyText } from './body-text.ts'
import { defineActionKind } from './define-action-kind.ts'

const mostMinutes = 24 * 60
const longestText = 4_000
const minutesWords = `has to be 1 to ${mostMinutes.toLocaleString('en')}`

/** Whether a column keeps a text as it is: what was approved is what is entered. */
const isKept = (text: string) => text.isWellFormed() && !text.includes('\u0000')

export const timeEntryKind = defineActionKind({
  kind: 'time_entry',
  title: 'Enter time worked',
  body: z.strictObject({
    day: z.iso.date('has to be a day, as 2026-11-30'),
    minutes: z.int('has to be a whole number').check(z.minimum(1, minutesWords), z.maximum(mostMinutes, minutesWords)),
    text: bodyText(longestText).check(z.refine(isKept, 'has characters that can\'t be stored')),
  }),
  editFields: [{ name: 'day', label: 'Day', control: 'day' }, { name: 'minutes', label: 'Minutes', control: 'number' }, { name: 'text', label: 'What for', control: 'text' }],
  toValue: ({ key }, { minutes, day }) => `${minutes} minutes on ${day} for ${key}`,
  toEvidence: (_target, { text }) => [{ label: 'What for', text, detail: null }],
})
