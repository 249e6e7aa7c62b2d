import { z } from 'zod'
import { gateRules } from '#layers/northlight/shared/approvals/gate-rules.ts'
import { actionKinds } from '#layers/northlight/shared/approvals/kinds/action-kind-registry.ts'

const longestName = 80
const longestJob = 1_000

const dotIdSchema = z.string().min(1).max(64)
const nameSchema = z.string().trim().min(1).max(longestName)
const jobSchema = z.string().trim().min(1).max(longestJob)
const kindSchema = z.string().refine((kind) => actionKinds.some((known) => known.kind === kind), 'is no kind of action')

/** `POST /api/dots`. */
export const newDotSchema = z.strictObject({ name: nameSchema, job: jobSchema, leadDotId: dotIdSchema.optional() })

/** `PATCH /api/dots/:id`: what is left out stays. */
export const dotChangeSchema = z.strictObject({
  name: nameSchema.optional(),
  job: jobSchema.optional(),
  /** Null: under nobody. */
  leadDotId: dotIdSchema.nullable().optional(),
  isArchived: z.boolean().optional(),
  rules: z.record(kindSchema, z.enum(gateRules)).optional(),
})

export type DotChange = z.infer<typeof dotChangeSchema>

/** `PATCH /api/gate`: what holds for all dots. */
export const gateChangeSchema = z.strictObject({ sandbox: z.boolean() })
