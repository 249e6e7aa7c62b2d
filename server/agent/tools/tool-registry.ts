import { askQuestionTool } from './ask-question.ts'
import { commentOnIssueTool } from './comment-on-issue.ts'
import { commentOnPullRequestTool } from './comment-on-pull-request.ts'
import type { AgentTool } from './define-tool.ts'
import { draftReplyTool } from './draft-reply.ts'
import { getRunTool } from './get-run.ts'
import { listRunsTool } from './list-runs.ts'
import { proposeTimeEntryTool } from './propose-time-entry.ts'
import { rememberTool } from './remember.ts'
import { sendWebhookTool } from './send-webhook.ts'
import { writeDocumentTool } from './write-document.ts'

/** Every tool that the agent has. */
export const agentTools: readonly AgentTool[] = [
  listRunsTool, getRunTool, rememberTool, askQuestionTool, writeDocumentTool, draftReplyTool,
  commentOnPullRequestTool, commentOnIssueTool, sendWebhookTool, proposeTimeEntryTool,
]
