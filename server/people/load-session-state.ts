import type { SessionState } from '#layers/northlight/shared/people/session-state.ts'
import { isUnclaimed } from '#layers/northlight/server/store/person-store.ts'
import type { Membership, SignIn } from '#layers/northlight/server/store/session-store.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import { resolveMembership } from './resolve-membership.ts'

/** What somebody is told of themselves; without a sign-in, what a stranger is. */
export async function loadSessionState({ database, environment }: Services, signIn: Pick<SignIn, 'person' | 'memberships' | 'activeOrganizationId'> | undefined): Promise<SessionState> {
  const active = signIn && resolveMembership(signIn)
  return {
    mode: environment.NORTHLIGHT_AUTH,
    isUnclaimed: await isUnclaimed(database),
    person: signIn?.person ?? null,
    organization: active ? toOrganization(active) : null,
    organizations: signIn?.memberships.map(toOrganization) ?? [],
  }
}

function toOrganization({ organizationId: id, organizationName: name, role }: Membership) {
  return { id, name, role }
}
