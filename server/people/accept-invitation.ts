import type { SessionState } from '#layers/northlight/shared/people/session-state.ts'
import { acceptInvitation as acceptStoredInvitation } from '#layers/northlight/server/store/invitation-store.ts'
import { loadMemberships } from '#layers/northlight/server/store/session-store.ts'
import type { SignIn } from '#layers/northlight/server/store/session-store.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import { loadSessionState } from './load-session-state.ts'
import { workInOrganization } from './work-in-organization.ts'

/**
 * Has somebody who signed in join what they were asked into, and work in it.
 *
 * @throws {NorthlightError} `invitation-not-found`: also where it is for another address
 */
export async function acceptInvitation(services: Services, signIn: SignIn, invitationId: string): Promise<SessionState> {
  const { database, ids, clock } = services
  const { person: { id: userId, email }, sessionId } = signIn
  const { organizationId } = await acceptStoredInvitation(database, invitationId, { userId, email, memberId: ids(), at: new Date(clock.now()) })
  await workInOrganization(services, sessionId, organizationId)
  return loadSessionState(services, { ...signIn, activeOrganizationId: organizationId, memberships: await loadMemberships(database, userId) })
}
