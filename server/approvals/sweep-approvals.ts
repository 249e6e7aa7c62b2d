import { listExpired, listLostExecutions, listUnbegun, loadApproval } from '#layers/northlight/server/store/approval-store.ts'
import { listQueuedTurns } from '#layers/northlight/server/store/waiting-turn-store.ts'
import { toDatabaseFailure } from '#layers/northlight/server/store/to-database-failure.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import { commitStep } from './commit-step.ts'
import { findExecutor } from './executors/find-executor.ts'
import { lookFor, toOrder } from './execute-approval.ts'
import { expireApproval } from './expire-approval.ts'
import { sendContinuation, sendExecution, wakeApprovalJobs } from './send-approval-jobs.ts'

/** What is approved is begun sooner, unless its job is gone. In milliseconds. */
const beginsWithinMs = 60_000

/** In milliseconds. */
const searchMs = 30_000

/**
 * Takes up what was left behind: asks whose time is over, actions whose server ended in between, and jobs that are gone.
 * One that can't be taken up holds up none of the others.
 */
export async function sweepApprovals(services: Services): Promise<void> {
  const { database, clock } = services
  await takeUp(services, await listExpired(database, new Date(clock.now())), (id) => expireApproval(services, id))
  await takeUp(services, await listLostExecutions(database, { serverId: services.serverId, isAlone: database.isEmbedded }), (id) => loseExecution(services, id))
  await sendAgain(services)
}

async function takeUp({ log }: Services, left: readonly { id: string }[], take: (id: string) => Promise<void>) {
  for (const { id } of left) {
    try {
      await take(id)
    }
    catch (error) {
      // Each of the others would wait for it as long.
      if (toDatabaseFailure(error)) throw error
      log.error('An approval that was left behind could not be taken up; it is tried again.', { approvalId: id, error })
    }
  }
}

/** Nobody knows what came of it: the target is searched for our marker, and a person decides. Nothing is repeated. */
async function loseExecution(services: Services, id: string) {
  const row = await loadApproval(services.database.prisma, id)
  if (row?.state !== 'executing') return
  const { note, result } = await lookFor(findExecutor(services.executors, row.kind), toOrder(row), { ...services, signal: AbortSignal.timeout(searchMs) })
  await commitStep(services, row, { event: 'lose', log: 'lost', note, data: { note, resultUrl: result?.url ?? null }, executor: row.executor ?? undefined })
}

/** A job that is there already is not sent twice. */
async function sendAgain({ database, jobs, clock }: Services) {
  const unbegun = await listUnbegun(database, new Date(clock.now() - beginsWithinMs))
  const queued = await listQueuedTurns(database)
  if (unbegun.length === 0 && queued.length === 0) return
  await jobs.ready()
  await database.prisma.$transaction(async (transaction) => {
    for (const { id } of unbegun) await sendExecution(jobs, transaction, id)
    for (const turn of queued) await sendContinuation(jobs, transaction, turn)
  })
  wakeApprovalJobs(jobs)
}
