import { defineGatedTool } from './define-tool.ts'
import { commentInputSchema, toCommentAction } from './github-thread.ts'

export const commentOnIssueTool = defineGatedTool({
  name: 'comment_on_issue',
  description: 'Comments on an issue on GitHub, where other people read it. A person may have to approve it first. Use it only when a comment is asked for.',
  actionKind: 'issue_comment',
  input: commentInputSchema,
  toAction: (input, context) => toCommentAction(input, false, context),
})
