import { commentBodySchema, commentEditFields, toCommentEvidence } from './comment-body.ts'
import { defineActionKind } from './define-action-kind.ts'

export const prCommentKind = defineActionKind({
  kind: 'pr_comment',
  title: 'Comment on a pull request',
  body: commentBodySchema,
  editFields: commentEditFields,
  toValue: ({ key, title }) => title === null ? key : `${key} ${title}`,
  toEvidence: toCommentEvidence,
})
