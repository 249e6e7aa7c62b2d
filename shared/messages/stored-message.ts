import { z } from 'zod'

/**
 * The envelope of a stored or imported message. Strict about what we rely on, open about the parts:
 * an unknown part is kept as it came and drawn as a fallback row.
 */
export const storedMessageSchema = z.looseObject({
  id: z.string(),
  role: z.enum(['system', 'user', 'assistant']),
  parts: z.array(z.looseObject({ type: z.string() })),
  metadata: z.unknown().optional(),
})

export type StoredMessage = z.infer<typeof storedMessageSchema>
