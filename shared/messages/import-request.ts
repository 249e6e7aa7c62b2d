import { z } from 'zod'
import { storedMessageSchema } from './stored-message.ts'

const mostMessages = 5_000

/**
 * The body of `POST /api/chats/import`. Strict about the envelope, open about the parts: ids that are missing or
 * not ours to keep are given anew.
 */
export const importRequestSchema = z.strictObject({
  title: z.string().trim().min(1).max(200).optional(),
  messages: z.array(storedMessageSchema.extend({ id: z.string().optional() })).min(1, 'holds no message').max(mostMessages),
})

export type ImportRequest = z.infer<typeof importRequestSchema>
