import type { ApiScope } from '#layers/northlight/shared/people/api-scopes.ts'
import type { Role } from '#layers/northlight/shared/people/roles.ts'

/** Who asks: the only answer to "whose is this?" that a route may use. */
export interface Principal {
  userId: string
  organizationId: string
  role: Role
  /** How they are known: this machine's one person, a sign-in, an API key, or a turn of theirs that goes on without them. */
  via: 'local' | 'session' | 'key' | 'turn'
  /** The row of the sign-in or the key: with it gone, the person is a stranger again. */
  credentialId?: string
  /** What a key is made for; undefined: everything that its person may. */
  scopes?: readonly ApiScope[]
}
