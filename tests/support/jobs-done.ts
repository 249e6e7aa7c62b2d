import { setTimeout as delay } from 'node:timers/promises'
import { sweepApprovalsJob } from '#layers/northlight/server/jobs/sweep-approvals.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'

const mayTakeMs = 20_000
const pollMs = 20

/** Resolves when no job of the server's database waits or runs, but for the one that comes each minute. */
export async function jobsDone({ database, jobs }: Pick<Services, 'database' | 'jobs'>): Promise<void> {
  await jobs.ready()
  const deadline = performance.now() + mayTakeMs
  for (;;) {
    const { rows } = await database.query('SELECT name, state::text FROM northlight_jobs.job WHERE state IN (\'created\', \'retry\', \'active\') AND name <> $1', [sweepApprovalsJob.name])
    if (rows.length === 0) return
    if (performance.now() > deadline) throw new Error(`Jobs are still there: ${JSON.stringify(rows)}`)
    await delay(pollMs)
  }
}
