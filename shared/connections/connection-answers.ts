import { z } from 'zod/mini'

const connectionKinds = ['github', 'webhook'] as const

/** Where an organisation's actions may go. `createdAt` in epoch milliseconds. */
export const connectionSchema = z.object({
  id: z.string(), kind: z.enum(connectionKinds), name: z.string(), url: z.string(), announces: z.boolean(), createdAt: z.number(),
})

export type Connection = z.infer<typeof connectionSchema>

/** `GET /api/connections`. */
export const connectionListSchema = z.object({ connections: z.array(connectionSchema), canManage: z.boolean() })

/** `POST /api/connections`. `secret`: the signing key that was made, shown this once. */
export const newConnectionAnswerSchema = z.extend(connectionSchema, { secret: z.optional(z.string()) })

export type NewConnectionAnswer = z.infer<typeof newConnectionAnswerSchema>
