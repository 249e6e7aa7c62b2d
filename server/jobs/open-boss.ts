import type { Db, PgBoss } from 'pg-boss'
import type { Transaction } from '#layers/northlight/server/store/message-store.ts'
import type { Database } from '#layers/northlight/server/store/open-database.ts'
import type { AnyJob } from './define-job.ts'

/** As the migration `job_queue` made it. */
const jobSchema = 'northlight_jobs'

/** pg-boss, opened, and what has it store in a transaction of ours. */
export interface OpenBoss {
  boss: PgBoss
  within(transaction: Transaction): Db
}

type Queue = Pick<AnyJob, 'name' | 'cron' | 'retries' | 'mostSeconds'>

/** A server that was killed no longer shows that it works; then another one takes its job up. In seconds. */
const heartbeatSeconds = 10
/** How often is looked for such jobs. In seconds. */
const superviseSeconds = 30
/** What else pg-boss would do every few seconds is of no use here: chains of jobs, and queues that others make. In seconds. */
const seldomSeconds = 60 * 60
/** A job that waits longer is worth nothing any more, and one that is done tells nothing after so long. In seconds. */
const keptSeconds = { retentionSeconds: 14 * 24 * 60 * 60, deleteAfterSeconds: 24 * 60 * 60 }
/** How often is looked for what is due, the longest that pg-boss takes, and how long what is due may then wait. In seconds. */
const cronSeconds = 45
const dueSeconds = 10

/**
 * Opens pg-boss on the pool that Prisma uses too, and makes the queues what they are to be. Loaded no earlier: a server
 * answers before it works off jobs.
 *
 * @throws what the database threw, and the reason of `stopping`: the server stops before it was open
 */
export async function openBoss(database: Database, queues: readonly Queue[], stopping?: AbortSignal): Promise<OpenBoss> {
  const { PgBoss, fromPrisma } = await import('pg-boss')
  const boss = new PgBoss({
    db: { executeSql: database.query },
    schema: jobSchema,
    backend: database.embedded ? 'pglite' : 'postgres',
    migrate: false,
    createSchema: false,
    registerInstance: false,
    monitorVacuum: false,
    reindex: false,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    queueCacheIntervalSeconds: seldomSeconds,
    flowIntervalSeconds: seldomSeconds,
    cronMonitorIntervalSeconds: cronSeconds,
    cronWorkerIntervalSeconds: dueSeconds,
  })
  boss.on('error', (error) => {
    if (!stopping?.aborted) database.log.warn('The job queue could not do its part for now.', { error })
  })
  boss.on('warning', ({ message }) => database.log.warn('The job queue warns.', { warning: message }))
  try {
    await boss.start()
    for (const queue of queues) {
      stopping?.throwIfAborted()
      await makeQueue(boss, queue)
    }
    if (database.embedded) await giveBackJobs(database, boss)
  }
  catch (error) {
    await boss.stop({ graceful: false }).catch(() => {})
    throw error
  }
  return { boss, within: fromPrisma }
}

async function makeQueue(boss: PgBoss, { name, cron, retries, mostSeconds }: Queue) {
  const options = { retryLimit: retries, retryBackoff: true, retryDelay: 1, expireInSeconds: mostSeconds, heartbeatSeconds, ...keptSeconds }
  await boss.createQueue(name, { policy: 'exclusive', ...options })
  await boss.updateQueue(name, options)
  if (cron) await schedule(boss, name, cron)
}

/** Written only where it changes: what was missed counts from the last writing on. */
async function schedule(boss: PgBoss, name: string, cron: string) {
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const known = await boss.getSchedule(name)
  if (known?.cron !== cron || known.timezone !== timeZone) await boss.schedule(name, cron, {}, { tz: timeZone, missed: 'once' })
}

/** On a database that is this process's alone, whoever was at a job is gone. */
async function giveBackJobs(database: Database, boss: PgBoss) {
  const { rows } = await database.query(`SELECT name, id FROM ${jobSchema}.job WHERE state = 'active'`)
  for (const { name, id } of rows as { name: string, id: string }[]) await boss.fail(name, id, { message: 'Its server ended.' })
}
