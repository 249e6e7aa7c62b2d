import type { AnyJob } from '#layers/northlight/server/jobs/define-job.ts'
import type { JobQueue } from '#layers/northlight/server/jobs/job-queue.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'

export interface PromptJobs extends JobQueue {
  /** Resolves when nothing that was sent is under way. */
  done(): Promise<void>
}

/** A queue that works off jobs of these kinds as soon as it is woken, in this process, and forgets all others. */
export function createPromptJobs(kinds: readonly AnyJob[], getServices: () => Services): PromptJobs {
  const waiting: { job: AnyJob, data: unknown }[] = []
  const running = new Set<Promise<unknown>>()
  const never = new AbortController().signal
  return {
    start: () => {},
    ready: async () => {},
    async sendWithin(_transaction, { name }, data) {
      const job = kinds.find((kind) => kind.name === name)
      if (job) waiting.push({ job, data })
    },
    wake() {
      for (const { job, data } of waiting.splice(0)) {
        const run = job.run(getServices(), data, never).catch((error: unknown) => getServices().log.error('A job failed.', { error }))
        running.add(run)
        void run.finally(() => running.delete(run))
      }
    },
    async done() {
      while (running.size > 0) await Promise.all(running)
    },
    async close() {
      await Promise.all(running)
    },
  }
}
