import { z } from 'zod/mini'
import { northlightMetadataSchema } from './message-metadata.ts'

const answerSchema = z.object({ role: z.literal('assistant'), metadata: z.object({ northlight: northlightMetadataSchema }) })

/** Whether a message is an answer that has come as far as a person must decide something. */
export function isWaitingForDecision(last: unknown): boolean {
  return answerSchema.safeParse(last).data?.metadata.northlight.outcome === 'waiting'
}
