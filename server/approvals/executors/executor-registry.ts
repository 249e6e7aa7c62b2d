import type { Executor } from './executor.ts'
import { githubCommentExecutor } from './github-comment.ts'
import { timeEntryExecutor } from './time-entry.ts'
import { webhookCallExecutor } from './webhook-call.ts'

/** Every executor that there is: each kind of action has one. */
export const executors: readonly Executor[] = [githubCommentExecutor, webhookCallExecutor, timeEntryExecutor]
