import { z } from 'zod/mini'
import { bodyText } from './body-text.ts'
import { defineActionKind } from './define-action-kind.ts'

const longestSubject = 200
const longestText = 100_000

export const webhookCallKind = defineActionKind({
  kind: 'webhook_call',
  title: 'Send to a webhook',
  body: z.strictObject({ subject: bodyText(longestSubject), text: bodyText(longestText) }),
  editFields: [{ name: 'subject', label: 'Subject', control: 'line' }, { name: 'text', label: 'Text', control: 'text' }],
  toValue: ({ key, title }) => title ?? key,
  toEvidence: ({ url }, { subject, text }) => [
    { label: 'Subject', text: subject, detail: null },
    { label: 'Text', text, detail: null },
    ...url === null ? [] : [{ label: 'Goes to', text: url, detail: null }],
  ],
})
