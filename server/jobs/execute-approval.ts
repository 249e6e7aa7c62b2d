import { executeApproval } from '#layers/northlight/server/approvals/execute-approval.ts'
import { executeApprovalKind } from '#layers/northlight/server/approvals/approval-job-kinds.ts'
import { defineJob } from './define-job.ts'

/** Carries out what was approved. Once begun it is never begun again: what breaks off is swept up, and a person decides. */
export const executeApprovalJob = defineJob({
  ...executeApprovalKind,
  retries: 10,
  mostSeconds: 5 * 60,
  workers: 2,
  pollSeconds: 5,
  async run(services, { approvalId }, signal) {
    await executeApproval(services, approvalId, signal)
  },
})
