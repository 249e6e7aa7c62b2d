import { z } from 'zod'
import { longestText } from './longest-text.ts'
import { chatIdSchema, messageIdSchema } from './identifiers.ts'

const mostParts = 20

/**
 * A person's new message: text only. An assistant's or a tool's part from a client is a claim and is refused whole.
 */
export const newMessageSchema = z.strictObject({
  id: messageIdSchema,
  role: z.literal('user', { error: 'only a person\'s message can be sent' }),
  parts: z.array(z.strictObject({
    type: z.literal('text', { error: 'only text can be sent' }),
    text: z.string().max(longestText),
    state: z.literal('done').optional(),
  })).min(1).max(mostParts).refine((parts) => parts.some((part) => part.text.trim() !== ''), 'is empty'),
  metadata: z.unknown().optional(),
})

export type NewMessage = z.infer<typeof newMessageSchema>

/** The body of `POST /api/chat`: only the new message, since the server owns the history. */
export const chatRequestSchema = z.discriminatedUnion('trigger', [
  z.strictObject({ id: chatIdSchema, trigger: z.literal('submit-message'), message: newMessageSchema, messageId: messageIdSchema.optional() }),
  z.strictObject({ id: chatIdSchema, trigger: z.literal('regenerate-message'), messageId: messageIdSchema }),
])

export type ChatRequest = z.infer<typeof chatRequestSchema>
