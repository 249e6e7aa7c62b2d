import { z } from 'zod/mini'

/** What was asked for, as flat columns: cut and masked before it is stored. */
export const logFactsSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

export type LogFacts = z.infer<typeof logFactsSchema>

export const reviewLogEntrySchema = z.object({
  id: z.string(),
  /** Epoch milliseconds. */
  at: z.number(),
  /** One of `reviewLogEvents`, as far as this version knows it. */
  event: z.string(),
  approvalId: z.nullable(z.string()),
  version: z.nullable(z.number()),
  state: z.nullable(z.string()),
  /** Who did it; null: the product itself. */
  actor: z.nullable(z.object({ id: z.string(), name: z.string() })),
  facts: logFactsSchema,
})

export type ReviewLogEntry = z.infer<typeof reviewLogEntrySchema>

/** `GET /api/review-log?search=&event=&before=&limit=`: the newest first. */
export const reviewLogSchema = z.object({ entries: z.array(reviewLogEntrySchema), hasMore: z.boolean() })
