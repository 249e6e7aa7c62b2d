import type { JobQueue } from '#layers/northlight/server/jobs/job-queue.ts'
import { createPromptJobs } from './prompt-jobs.ts'

/** A queue that forgets all that is sent: the test does each thing itself, when it says so. */
export function createIdleJobs(): JobQueue {
  return createPromptJobs([], () => {
    throw new Error('No job is run.')
  })
}
