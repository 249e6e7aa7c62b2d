import { z } from 'zod'
import { chatTitleSchema } from '#layers/northlight/shared/chats/chat-requests.ts'

const mostMessages = 5_000

const envelopeError = (issue: { code?: string }) => issue.code === 'invalid_type' ? 'must be an object with the list as `messages`' : undefined

/** The body of `POST /api/chats/import`: a strict envelope; what stands in it is `parseTranscript`'s to read. */
export const importRequestSchema = z.strictObject({
  title: chatTitleSchema.optional(),
  messages: z.array(z.unknown(), 'must be a list of messages').min(1, 'holds no message').max(mostMessages, `holds more than ${mostMessages} messages`),
}, { error: envelopeError })
