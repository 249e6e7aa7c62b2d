import { z } from 'zod'
import { longestReason } from './longest-reason.ts'

/** Ids are ours: nothing else is looked up. */
export const approvalIdSchema = z.string().regex(/^[\w-]{1,64}$/, 'is no id of an approval')

const decided = { version: z.int().min(1), digest: z.string().regex(/^[0-9a-f]{64}$/, 'must be the digest that was shown') }

/** `POST /api/approvals/:id`: what a person decides about exactly what they were shown. */
export const decisionSchema = z.discriminatedUnion('decision', [
  z.strictObject({ decision: z.literal('approve'), ...decided }),
  /** `body` as it is to be, whole, by the kind's own schema. */
  z.strictObject({ decision: z.literal('edit'), ...decided, body: z.record(z.string(), z.unknown()) }),
  z.strictObject({ decision: z.literal('reject'), ...decided, reason: z.string().trim().max(longestReason).optional() }),
])

export type Decision = z.infer<typeof decisionSchema>

/** `POST /api/approvals/:id/settlement`: what a person found in the target of an action that nobody knows the end of. */
export const settlementSchema = z.strictObject({ happened: z.boolean(), ...decided })

export type Settlement = z.infer<typeof settlementSchema>
