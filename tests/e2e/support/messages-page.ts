import { z } from 'zod'

/** What `GET /api/messages` answers, as far as these tests look at it. */
export const messagesPageSchema = z.object({
  messages: z.array(z.looseObject({
    id: z.string(),
    role: z.enum(['user', 'assistant', 'system']),
    parts: z.array(z.looseObject({ type: z.string() })),
    metadata: z.looseObject({ northlight: z.looseObject({ outcome: z.string().optional() }).optional() }).optional(),
  })),
})

export type StoredMessages = z.infer<typeof messagesPageSchema>['messages']
