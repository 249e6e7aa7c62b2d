import type { Membership, SignIn } from '#layers/northlight/server/store/session-store.ts'

/** What is worked in: the organisation that was chosen, or, where it was left or none was, the first that was joined. */
export function resolveMembership({ activeOrganizationId, memberships }: Pick<SignIn, 'activeOrganizationId' | 'memberships'>): Membership | undefined {
  return memberships.find(({ organizationId }) => organizationId === activeOrganizationId) ?? memberships[0]
}
