import { continueTurn } from '#layers/northlight/server/agent/continue-turn.ts'
import { continueTurnKind } from '#layers/northlight/server/approvals/approval-job-kinds.ts'
import { defineJob } from './define-job.ts'

/** Goes on with a turn whose asks are all decided: it runs on after the job, under a lease of its own. */
export const continueTurnJob = defineJob({
  ...continueTurnKind,
  retries: 10,
  mostSeconds: 5 * 60,
  workers: 2,
  pollSeconds: 5,
  async run(services, { turnId }) {
    await continueTurn(services, turnId)
  },
})
