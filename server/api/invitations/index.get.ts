import { requirePasswordMode } from '#layers/northlight/server/people/require-sign-in.ts'
import { listInvitations } from '#layers/northlight/server/store/invitation-store.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'

/** Who was asked into the organisation and has not answered. Whoever knows an invitation can use it: for those who may make them. */
export default defineRoute('person.manage', async ({ services, principal }) => {
  requirePasswordMode(services)
  return { invitations: await listInvitations(services.database, principal, new Date(services.clock.now())) }
})
