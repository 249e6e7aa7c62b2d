import type { SessionState } from '#layers/northlight/shared/people/session-state.ts'
import { insertOrganization } from '#layers/northlight/server/store/organization-store.ts'
import { loadMemberships } from '#layers/northlight/server/store/session-store.ts'
import type { SignIn } from '#layers/northlight/server/store/session-store.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import { loadSessionState } from './load-session-state.ts'
import { workInOrganization } from './work-in-organization.ts'

/** Makes an organisation that somebody who signed in owns, and has them work in it. */
export async function createOrganization(services: Services, signIn: SignIn, name: string): Promise<SessionState> {
  const { database, ids, clock } = services
  const organizationId = ids()
  const ownerId = signIn.person.id
  await insertOrganization(database, { id: organizationId, name, ownerId, memberId: ids(), dotId: ids(), at: new Date(clock.now()) })
  await workInOrganization(services, signIn.sessionId, organizationId)
  return loadSessionState(services, { ...signIn, activeOrganizationId: organizationId, memberships: await loadMemberships(database, ownerId) })
}
