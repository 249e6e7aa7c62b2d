import { z } from 'zod'
import { detailLevelSchema } from './detail-level.ts'

/** The body of `PATCH /api/settings/chat`, and what both of its verbs answer. */
export const chatSettingsSchema = z.strictObject({ detailLevel: detailLevelSchema })

export type ChatSettings = z.infer<typeof chatSettingsSchema>
