import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import type { SessionState } from '#layers/northlight/shared/people/session-state.ts'
import { setActiveOrganization } from '#layers/northlight/server/store/session-store.ts'
import type { SignIn } from '#layers/northlight/server/store/session-store.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import { loadSessionState } from './load-session-state.ts'

/**
 * Has a sign-in work in one of its person's organisations.
 *
 * @throws {NorthlightError} `organization-not-found`
 */
export async function chooseOrganization(services: Services, signIn: SignIn, organizationId: string): Promise<SessionState> {
  if (!signIn.memberships.some((membership) => membership.organizationId === organizationId)) throw new NorthlightError('organization-not-found')
  await setActiveOrganization(services.database, signIn.sessionId, organizationId)
  // What is open is of the organisation that was worked in: it comes back in this one.
  await services.access.check()
  return loadSessionState(services, { ...signIn, activeOrganizationId: organizationId })
}
