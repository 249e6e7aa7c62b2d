import type { ApprovalEvent, ApprovalState } from '#layers/northlight/shared/approvals/approval-states.ts'
import type { ReviewLogEvent } from '#layers/northlight/shared/approvals/review-log-events.ts'
import { stepApproval } from '#layers/northlight/server/store/approval-store.ts'
import type { ApprovalChange, ApprovalRow } from '#layers/northlight/server/store/approval-store.ts'
import { logApproval } from '#layers/northlight/server/store/log-approval.ts'
import type { Transaction } from '#layers/northlight/server/store/message-store.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import { sendAnnouncement } from './announcements/send-announcement.ts'
import { publishApproval } from './publish-approval.ts'
import { sendContinuation, sendExecution, wakeApprovalJobs } from './send-approval-jobs.ts'

/** What an approval's step needs of the server. */
export type ApprovalServices = Pick<Services, 'database' | 'clock' | 'jobs' | 'events' | 'relay' | 'log' | 'serverId'>

export interface CommittedStep {
  event: ApprovalEvent
  log: ReviewLogEvent
  /** Only where it stands there: what was planned for one state is not done in another. */
  from?: ApprovalState
  data?: ApprovalChange
  actor?: { id: string, name: string }
  /** For the log: the person's reason, or what came of it. */
  note?: string
  /** Only where this server carries it out. */
  executor?: string
  /** Stored with it, or neither is. */
  also?(transaction: Transaction): Promise<void>
}

/**
 * Takes one step with all that hangs on it in one transaction: the log, the jobs that follow from it, and the turn that
 * goes on. Then tells whom it concerns. False: the approval does not stand there any more, and nothing was changed.
 */
export async function commitStep(services: ApprovalServices, row: ApprovalRow, { event, log, actor, note, also, ...step }: CommittedStep): Promise<boolean> {
  const { database, jobs, clock } = services
  const at = new Date(clock.now())
  await jobs.ready()
  const stepped = await database.prisma.$transaction(async (transaction) => {
    const taken = await stepApproval(transaction, { id: row.id, turnId: row.turnId, version: row.version, event, at, ...step })
    if (!taken) return undefined
    await also?.(transaction)
    await logApproval(transaction, row, { event: log, state: taken.state, at, actor, note })
    await sendAnnouncement(jobs, transaction, { ...row, version: toVersion(row, step.data) }, taken.state)
    if (taken.state === 'approved') await sendExecution(jobs, transaction, row.id)
    await sendContinuation(jobs, transaction, taken.released)
    return taken
  })
  if (!stepped) return false
  wakeApprovalJobs(jobs)
  void publishApproval(services, { id: row.id, version: toVersion(row, step.data), state: stepped.state })
  return true
}

/** An edit brings the next one. */
function toVersion({ version }: ApprovalRow, data: CommittedStep['data']): number {
  return typeof data?.version === 'number' ? data.version : version
}
