import { setResponseStatus } from 'h3'
import { newInvitationSchema } from '#layers/northlight/shared/people/people-requests.ts'
import { createInvitation } from '#layers/northlight/server/people/create-invitation.ts'
import { requirePasswordMode } from '#layers/northlight/server/people/require-sign-in.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'
import { readStrictBody } from '#layers/northlight/server/utils/read-strict-body.ts'

/** Asks somebody into the organisation; its link is for whoever asked to pass on. */
export default defineRoute('person.manage', async ({ event, services, principal }) => {
  requirePasswordMode(services)
  const invitation = await createInvitation(services, principal, await readStrictBody(event, newInvitationSchema))
  setResponseStatus(event, 201)
  return invitation
})
