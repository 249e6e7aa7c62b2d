import { z } from 'zod/mini'
import type { ActionTarget } from '#layers/northlight/shared/approvals/action.ts'
import type { ApprovalEvidence } from '#layers/northlight/shared/approvals/approval-payload.ts'
import { bodyText } from './body-text.ts'
import type { EditField } from './define-action-kind.ts'

/** The most that GitHub takes, in UTF-16 units, with room for our marker. */
const longestComment = 65_000

export const commentBodySchema = z.strictObject({ text: bodyText(longestComment) })

export const commentEditFields: readonly EditField[] = [{ name: 'text', label: 'Comment', control: 'text' }]

export function toCommentEvidence({ url }: ActionTarget, { text }: z.infer<typeof commentBodySchema>): ApprovalEvidence[] {
  return [
    { label: 'Comment', text, detail: null },
    ...url === null ? [] : [{ label: 'Goes to', text: url, detail: null }],
  ]
}
