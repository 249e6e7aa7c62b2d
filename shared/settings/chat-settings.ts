import { z } from 'zod'
import { detailLevels } from './detail-level.ts'

/** The body of `PATCH /api/settings/chat`, and what both of its verbs answer. */
export const chatSettingsSchema = z.strictObject({
  detailLevel: z.literal(detailLevels, { error: 'must be a whole number from 0 to 4' }),
})
