import type { ActionKind } from './define-action-kind.ts'
import { issueCommentKind } from './issue-comment.ts'
import { prCommentKind } from './pr-comment.ts'
import { timeEntryKind } from './time-entry.ts'
import { webhookCallKind } from './webhook-call.ts'

/** Every kind of outward action that there is. */
export const actionKinds: readonly ActionKind[] = [prCommentKind, issueCommentKind, webhookCallKind, timeEntryKind]

/** Undefined: there is no such kind. */
export function findActionKind(kind: string): ActionKind | undefined {
  return actionKinds.find((candidate) => candidate.kind === kind)
}
