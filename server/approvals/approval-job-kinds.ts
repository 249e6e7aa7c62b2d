import { z } from 'zod'
import type { JobKind } from '#layers/northlight/server/jobs/job-queue.ts'

/** Carries out what was approved. */
export const executeApprovalKind: JobKind<{ approvalId: string }> = { name: 'execute-approval', data: z.object({ approvalId: z.string() }) }

/** Goes on with a turn that waits for nothing any more. */
export const continueTurnKind: JobKind<{ turnId: string }> = { name: 'continue-turn', data: z.object({ turnId: z.string() }) }
