import { setActiveOrganization } from '#layers/northlight/server/store/session-store.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'

/** Has a sign-in work in an organisation from now on. What it has open is of the one before: it ends, and comes back in this one. */
export async function workInOrganization({ database, access }: Pick<Services, 'database' | 'access'>, sessionId: string, organizationId: string): Promise<void> {
  await setActiveOrganization(database, sessionId, organizationId)
  await access.check()
}
