import { requirePasswordMode } from '#layers/northlight/server/people/require-sign-in.ts'
import { listMembers } from '#layers/northlight/server/store/member-store.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'

/** Everybody in the organisation that is worked in. */
export default defineRoute('person.read', async ({ services, principal }) => {
  requirePasswordMode(services)
  return { members: await listMembers(services.database, principal) }
})
