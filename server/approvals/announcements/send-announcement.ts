import type { ApprovalState } from '#layers/northlight/shared/approvals/approval-states.ts'
import type { JobQueue } from '#layers/northlight/server/jobs/job-queue.ts'
import { findConnections } from '#layers/northlight/server/store/connection-store.ts'
import type { Transaction } from '#layers/northlight/server/store/message-store.ts'
import { announceApprovalKind, toAnnouncementId } from './announcement-kind.ts'

/** That it is being done is no news: what came of it is. */
const untold: readonly ApprovalState[] = ['approved', 'executing']

/**
 * Has each webhook of the organisation that asks for it told what an approval came to, as a part of the transaction in
 * which it did: as with any job, `jobs.ready()` comes before, `wakeApprovalJobs` after.
 */
export async function sendAnnouncement(jobs: JobQueue, transaction: Transaction, { id: approvalId, organizationId, version }: { id: string, organizationId: string, version: number }, event: ApprovalState): Promise<void> {
  if (untold.includes(event)) return
  const webhooks = (await findConnections(transaction, organizationId, 'webhook')).filter(({ announces }) => announces)
  for (const { id: connectionId } of webhooks) {
    const announcement = { approvalId, version, event, connectionId }
    await jobs.sendWithin(transaction, announceApprovalKind, announcement, `${toAnnouncementId(announcement)}.${connectionId}`)
  }
}
