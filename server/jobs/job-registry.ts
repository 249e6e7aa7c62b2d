import { announceApprovalJob } from './announce-approval.ts'
import type { AnyJob } from './define-job.ts'
import { continueTurnJob } from './continue-turn.ts'
import { dumpJob } from './dump-database.ts'
import { executeApprovalJob } from './execute-approval.ts'
import { purgeJob } from './purge.ts'
import { sweepApprovalsJob } from './sweep-approvals.ts'
import { titleChatJob } from './title-chat.ts'

export const jobs: readonly AnyJob[] = [titleChatJob, executeApprovalJob, continueTurnJob, sweepApprovalsJob, announceApprovalJob, purgeJob, dumpJob]
