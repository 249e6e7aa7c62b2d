import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import type { SessionState } from '#layers/northlight/shared/people/session-state.ts'
import type { SignIn } from '#layers/northlight/server/store/session-store.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import { loadSessionState } from './load-session-state.ts'
import { workInOrganization } from './work-in-organization.ts'

/**
 * Has a sign-in work in one of its person's organisations.
 *
 * @throws {NorthlightError} `organization-not-found`
 */
export async function chooseOrganization(services: Services, signIn: SignIn, organizationId: string): Promise<SessionState> {
  if (!signIn.memberships.some((membership) => membership.organizationId === organizationId)) throw new NorthlightError('organization-not-found')
  await workInOrganization(services, signIn.sessionId, organizationId)
  return loadSessionState(services, { ...signIn, activeOrganizationId: organizationId })
}
