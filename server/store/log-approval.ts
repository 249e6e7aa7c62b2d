import type { ApprovalState } from '#layers/northlight/shared/approvals/approval-states.ts'
import type { ReviewLogEvent } from '#layers/northlight/shared/approvals/review-log-events.ts'
import { toLogFacts, toLogText } from '#layers/northlight/shared/approvals/to-log-facts.ts'
import { requireVersion } from './approval-store.ts'
import type { ApprovalRow } from './approval-store.ts'
import type { Transaction } from './message-store.ts'
import { appendReviewLog } from './review-log-store.ts'

export interface ApprovalLogEntry {
  event: ReviewLogEvent
  state: ApprovalState
  at: Date
  /** Undefined: the product itself. */
  actor?: { id: string, name: string }
  /** What a person gave as the reason, or what came of it. */
  note?: string
}

/** Tells the review log what happened to an approval, in the transaction in which it did. */
export async function logApproval(transaction: Transaction, row: ApprovalRow, { note, ...entry }: ApprovalLogEntry): Promise<void> {
  const facts = { ...toLogFacts(requireVersion(row).payload), ...note === undefined ? {} : { note: toLogText(note) } }
  await appendReviewLog(transaction, { organizationId: row.organizationId, approvalId: row.id, version: row.version, facts, ...entry })
}
