import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '#layers/northlight/server/logs/log.ts'
import type { Database } from '#layers/northlight/server/store/open-database.ts'
import type { AnyJob } from './define-job.ts'
import type { JobQueue } from './job-queue.ts'
import { openBoss } from './open-boss.ts'
import type { OpenBoss } from './open-boss.ts'

/** A job that knows what it works on. */
export interface BoundJob extends Pick<AnyJob, 'name' | 'cron' | 'atStart' | 'retries' | 'mostSeconds' | 'workers' | 'pollSeconds'> {
  run(data: unknown, signal: AbortSignal): Promise<unknown>
}

/** How long jobs may take to see that they are to end. In milliseconds. */
const drainMs = 1_000
/** And then that they were given back to be stored. In milliseconds. */
const settleMs = 200
/** Before the queue is opened again, where that failed. In milliseconds. */
const reopenMs = 5_000
/** What comes at a start comes once where several servers start. */
const startKey = 'start'

/**
 * The job queue on the database in use (docs/decisions/2026-11-30-jobs-on-pg-boss.md): opened once the server serves,
 * so that nobody waits for it.
 */
export function createJobQueue(database: Database, jobs: readonly BoundJob[]): JobQueue {
  const stopping = new AbortController()
  const opened = Promise.withResolvers<void>()
  const workers = new Map<string, string[]>()
  let queue: OpenBoss | undefined
  let opening = Promise.resolve()

  async function open() {
    while (!queue && !stopping.signal.aborted) {
      try {
        queue = await openBoss(database, jobs, stopping.signal)
        for (const job of jobs) workers.set(job.name, await startWorkers(queue, job, stopping.signal, database.log))
        for (const job of jobs.filter(({ atStart }) => atStart)) await sendAtStart(queue.boss, job)
      }
      catch (error) {
        if (!stopping.signal.aborted) database.log.error('The job queue did not open; it is tried again.', { error })
      }
      opened.resolve()
      if (!queue) await delay(reopenMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }

  async function sendAtStart(boss: OpenBoss['boss'], { name }: BoundJob) {
    await boss.send(name, {}, { singletonKey: startKey })
    wake({ name })
  }

  function wake({ name }: { readonly name: string }) {
    for (const id of workers.get(name) ?? []) queue?.boss.notifyWorker(id)
  }

  return {
    start: () => void (opening = open()),
    ready: () => opened.promise,
    async sendWithin(transaction, kind, data, key) {
      if (queue) await queue.boss.send(kind.name, data, { db: queue.within(transaction), singletonKey: key })
      else database.log.error('A job was not sent: the job queue is not open.', { job: kind.name })
    },
    wake,
    async close() {
      stopping.abort()
      opened.resolve()
      await Promise.race([opening.then(() => queue?.boss.stop({ timeout: drainMs })), delay(drainMs + settleMs, undefined, { ref: false })])
    },
  }
}

function startWorkers({ boss }: OpenBoss, job: BoundJob, stopping: AbortSignal, log: Log): Promise<string[]> {
  return Promise.all(Array.from({ length: job.workers }, async () => {
    const id: string = await boss.work(job.name, { pollingIntervalSeconds: job.pollSeconds }, async (deliveries) => {
      // There may be more: the worker looks again when this one is done.
      boss.notifyWorker(id)
      for (const { data, signal } of deliveries) await runJob(job, data, AbortSignal.any([stopping, signal]), stopping, log)
    })
    return id
  }))
}

async function runJob(job: BoundJob, data: unknown, signal: AbortSignal, stopping: AbortSignal, log: Log) {
  try {
    await job.run(data, signal)
  }
  catch (error) {
    if (!stopping.aborted) log.error('A job failed.', { job: job.name, error })
    throw error
  }
}
