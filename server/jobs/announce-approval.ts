import { announceApproval } from '#layers/northlight/server/approvals/announcements/announce-approval.ts'
import { announceApprovalKind } from '#layers/northlight/server/approvals/announcements/announcement-kind.ts'
import { defineJob } from './define-job.ts'

/** Sent with an ask, and with what came of one, for each webhook that is told. Receivers know by its id what they have already. */
export const announceApprovalJob = defineJob({
  ...announceApprovalKind,
  retries: 8,
  mostSeconds: 60,
  workers: 2,
  pollSeconds: 10,
  run: announceApproval,
})
