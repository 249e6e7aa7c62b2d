import type { JobQueue } from '#layers/northlight/server/jobs/job-queue.ts'
import type { Transaction } from '#layers/northlight/server/store/message-store.ts'
import type { ReleasedTurn } from '#layers/northlight/server/store/waiting-turn-store.ts'
import { announceApprovalKind } from './announcements/announcement-kind.ts'
import { continueTurnKind, executeApprovalKind } from './approval-job-kinds.ts'

/** Has a turn go on that was released in this transaction: once for each time that it is. */
export async function sendContinuation(jobs: JobQueue, transaction: Transaction, released: ReleasedTurn | undefined): Promise<void> {
  if (released) await jobs.sendWithin(transaction, continueTurnKind, { turnId: released.id }, `${released.id}:${released.fence}`)
}

/** Has an action carried out that was approved in this transaction. */
export async function sendExecution(jobs: JobQueue, transaction: Transaction, approvalId: string): Promise<void> {
  await jobs.sendWithin(transaction, executeApprovalKind, { approvalId }, approvalId)
}

/** Has this server look at once for all that an approval sends. */
export function wakeApprovalJobs(jobs: JobQueue): void {
  jobs.wake(executeApprovalKind)
  jobs.wake(continueTurnKind)
  jobs.wake(announceApprovalKind)
}
