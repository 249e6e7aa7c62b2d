import { z } from 'zod/mini'
import { northlightMetadataSchema } from './message-metadata.ts'

const endedSchema = z.object({
  role: z.literal('assistant'),
  parts: z.array(z.looseObject({ type: z.string() })),
  metadata: z.object({ northlight: northlightMetadataSchema }),
})

/**
 * Whether a message that waits may follow the last one by itself: only an answer that is whole, and that did not end
 * in a question, since what comes next would be taken for its answer.
 */
export function isReadyForNext(last: unknown): boolean {
  const { data } = endedSchema.safeParse(last)
  if (data?.metadata.northlight.outcome !== 'done') return false
  return data.parts.findLast((part) => part.type !== 'step-start')?.type !== 'tool-ask_question'
}
