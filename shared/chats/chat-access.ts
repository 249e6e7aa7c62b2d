import { z } from 'zod/mini'

/** What one chat is to whoever asks: their own, or somebody else's to read. */
export const chatAccessSchema = z.object({
  isShared: z._default(z.boolean(), false),
  access: z._default(z.enum(['owner', 'reader']), 'owner'),
  /** Given to a reader. */
  ownerName: z.optional(z.string()),
})

export type ChatAccess = z.infer<typeof chatAccessSchema>
