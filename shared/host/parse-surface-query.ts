import { z } from 'zod/mini'
import { chatIdSchema } from '#layers/northlight/shared/messages/identifiers.ts'

const surfaceQuerySchema = z.strictObject({ chat: z.optional(chatIdSchema) })

export type SurfaceQuery
  = { chatId: string | undefined, refusal: undefined }
    | { chatId: undefined, refusal: { message: string, fix: string } }

/** The query of `/embed` and `/word`: `chat=<id>` or nothing. What else it holds is refused, in words for the person. */
export function parseSurfaceQuery(query: unknown): SurfaceQuery {
  const parsed = surfaceQuerySchema.safeParse(query)
  if (parsed.success) return { chatId: parsed.data.chat, refusal: undefined }
  const [issue] = parsed.error.issues
  const message = issue?.code === 'unrecognized_keys'
    ? `This address names what this page does not take: ${issue.keys.join(', ')}.`
    : 'This address names no chat that could exist.'
  return { chatId: undefined, refusal: { message, fix: 'Give the id of a chat as “chat”, or nothing for a new one.' } }
}
