import { z } from 'zod'
import { approvalStates } from '#layers/northlight/shared/approvals/approval-states.ts'
import type { ApprovalState } from '#layers/northlight/shared/approvals/approval-states.ts'
import type { JobKind } from '#layers/northlight/server/jobs/job-queue.ts'

/** One message to one webhook. */
export interface Announcement {
  approvalId: string
  version: number
  /** The state that it came to. */
  event: ApprovalState
  connectionId: string
}

/** Tells a webhook that something is asked for, or what came of it. */
export const announceApprovalKind: JobKind<Announcement> = {
  name: 'announce-approval',
  data: z.object({ approvalId: z.string(), version: z.int(), event: z.enum(approvalStates), connectionId: z.string() }),
}

/** The same message keeps its id, however often it is sent: receivers tell by it what they have. */
export function toAnnouncementId({ approvalId, version, event }: Pick<Announcement, 'approvalId' | 'version' | 'event'>): string {
  return `${approvalId}.${version}.${event}`
}
