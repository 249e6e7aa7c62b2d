import { commentBodySchema, commentEditFields, toCommentEvidence } from './comment-body.ts'
import { defineActionKind } from './define-action-kind.ts'

export const issueCommentKind = defineActionKind({
  kind: 'issue_comment',
  title: 'Comment on an issue',
  body: commentBodySchema,
  editFields: commentEditFields,
  toValue: ({ key, title }) => title === null ? key : `${key} ${title}`,
  toEvidence: toCommentEvidence,
})
