import { z } from 'zod'
import { sweepApprovals } from '#layers/northlight/server/approvals/sweep-approvals.ts'
import { defineJob } from './define-job.ts'

/** Ends asks whose time is over, and takes up what a server left behind. */
export const sweepApprovalsJob = defineJob({
  name: 'sweep-approvals',
  data: z.object({}),
  cron: '* * * * *',
  // What a server left behind when it ended is taken up by the next one at once.
  atStart: true,
  retries: 0,
  mostSeconds: 5 * 60,
  workers: 1,
  pollSeconds: 30,
  async run(services) {
    await sweepApprovals(services)
  },
})
