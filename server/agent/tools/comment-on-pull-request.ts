import { defineGatedTool } from './define-tool.ts'
import { commentInputSchema, toCommentAction } from './github-thread.ts'

export const commentOnPullRequestTool = defineGatedTool({
  name: 'comment_on_pull_request',
  description: 'Comments on a pull request on GitHub, where other people read it. A person may have to approve it first. Use it only when a comment is asked for.',
  actionKind: 'pr_comment',
  input: commentInputSchema,
  toAction: (input, context) => toCommentAction(input, true, context),
})
