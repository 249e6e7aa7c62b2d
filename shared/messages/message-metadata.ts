import { z } from 'zod/mini'

/** How a turn ended. `waiting` has ended its stream, but not its work. */
export const turnOutcomeSchema = z.enum(['done', 'stopped', 'interrupted', 'failed', 'waiting'])

export type TurnOutcome = z.infer<typeof turnOutcomeSchema>

/** Facts about the turn that made a message. Times in epoch milliseconds, durations in milliseconds. */
export const northlightMetadataSchema = z.object({
  startedAt: z.optional(z.number()),
  durationMs: z.optional(z.number()),
  /** One entry a model step, in order. */
  stepDurationsMs: z.optional(z.array(z.number())),
  outcome: z.optional(turnOutcomeSchema),
  error: z.optional(z.string()),
  tokens: z.optional(z.number()),
})

export type NorthlightMetadata = z.infer<typeof northlightMetadataSchema>
