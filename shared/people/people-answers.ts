import { z } from 'zod/mini'
import { apiScopes } from './api-scopes.ts'
import { roles } from './roles.ts'

const time = z.number() // Epoch milliseconds.

export const memberSchema = z.object({ id: z.string(), userId: z.string(), name: z.string(), email: z.string(), role: z.enum(roles), joinedAt: time })

export type Member = z.infer<typeof memberSchema>

/** `path`: where the person that was asked signs up, or in, to accept. */
export const invitationSchema = z.object({ id: z.string(), email: z.string(), role: z.enum(roles), expiresAt: time, path: z.string() })

export type Invitation = z.infer<typeof invitationSchema>

/** What an invitation tells whoever has its link. */
export const openInvitationSchema = z.object({ id: z.string(), email: z.string(), organizationName: z.string(), hasAccount: z.boolean() })

export type OpenInvitation = z.infer<typeof openInvitationSchema>

/** `start`: the key's first characters, to tell it by. */
export const apiKeySchema = z.object({
  id: z.string(), name: z.string(), start: z.string(), scopes: z.array(z.enum(apiScopes)), createdAt: time, expiresAt: z.nullable(time), lastUsedAt: z.nullable(time),
})

export type ApiKey = z.infer<typeof apiKeySchema>

/** `key`: shown this once. */
export const newApiKeySchema = z.extend(apiKeySchema, { key: z.string() })

export type NewApiKey = z.infer<typeof newApiKeySchema>
