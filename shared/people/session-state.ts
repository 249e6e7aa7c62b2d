import { z } from 'zod/mini'
import { roles } from './roles.ts'

const organizationSchema = z.object({ id: z.string(), name: z.string(), role: z.enum(roles) })

/** What `GET /api/session` tells whoever asks of themselves. */
export const sessionStateSchema = z.object({
  /** `local`: this machine's one person, who never signs in. */
  mode: z.enum(['local', 'password']),
  /** Nobody has signed up so far: whoever does first takes over what is here. */
  isUnclaimed: z.boolean(),
  /** Null: nobody is signed in. */
  person: z.nullable(z.object({ id: z.string(), name: z.string(), email: z.string() })),
  /** The organisation that is worked in; null: they belong to none, or are not signed in. */
  organization: z.nullable(organizationSchema),
  /** All that they belong to. */
  organizations: z.array(organizationSchema),
})

export type SessionState = z.infer<typeof sessionStateSchema>
