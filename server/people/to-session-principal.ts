import type { SignIn } from '#layers/northlight/server/store/session-store.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import { resolveMembership } from './resolve-membership.ts'

/** Who signed in, in the organisation that they work in; undefined: they belong to none. */
export function toSessionPrincipal(signIn: SignIn): Principal | undefined {
  const membership = resolveMembership(signIn)
  if (!membership) return undefined
  return { userId: signIn.person.id, organizationId: membership.organizationId, role: membership.role, via: 'session', credentialId: signIn.sessionId }
}
