import { z } from 'zod/mini'
import { gateRules } from '#layers/northlight/shared/approvals/gate-rules.ts'

export const dotSchema = z.object({
  id: z.string(),
  name: z.string(),
  job: z.string(),
  /** Under whom it acts: its asks show in that dot's chat too. */
  leadDotId: z.nullable(z.string()),
  isArchived: z.boolean(),
  /** By kind of action, each kind that there is. */
  rules: z.record(z.string(), z.enum(gateRules)),
  /** Counts the changes of its rules. */
  policyVersion: z.number(),
})

export type Dot = z.infer<typeof dotSchema>

/** `GET /api/dots`. */
export const dotListSchema = z.object({
  dots: z.array(dotSchema),
  /** The kinds of action that there are, in words. */
  kinds: z.array(z.object({ kind: z.string(), title: z.string() })),
  /** Nothing goes out, whatever the rules say. */
  sandbox: z.boolean(),
  canManage: z.boolean(),
})

export type DotList = z.infer<typeof dotListSchema>
