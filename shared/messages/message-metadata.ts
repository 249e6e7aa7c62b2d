import { z } from 'zod'

/** How a turn ended. `waiting` has ended its stream, but not its work. */
export const turnOutcomeSchema = z.enum(['done', 'stopped', 'interrupted', 'failed', 'waiting'])

export type TurnOutcome = z.infer<typeof turnOutcomeSchema>

/** Facts about the turn that made a message. Times in epoch milliseconds, durations in milliseconds. */
export const northlightMetadataSchema = z.object({
  startedAt: z.number().optional(),
  durationMs: z.number().optional(),
  /** One entry a model step, in order. */
  stepDurationsMs: z.array(z.number()).optional(),
  outcome: turnOutcomeSchema.optional(),
  error: z.string().optional(),
  tokens: z.number().optional(),
})

export type NorthlightMetadata = z.infer<typeof northlightMetadataSchema>
