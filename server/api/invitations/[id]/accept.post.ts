import { z } from 'zod'
import { rowIdSchema } from '#layers/northlight/shared/people/people-requests.ts'
import { acceptInvitation } from '#layers/northlight/server/people/accept-invitation.ts'
import { requireSignIn } from '#layers/northlight/server/people/require-sign-in.ts'
import { defineOpenRoute } from '#layers/northlight/server/utils/define-route.ts'
import { readStrictParameters } from '#layers/northlight/server/utils/read-strict-query.ts'

const parameters = z.strictObject({ id: rowIdSchema })

/** Has somebody who has an account join what they were asked into, and work in it. */
export default defineOpenRoute(async ({ event, services }) => {
  const signIn = await requireSignIn(event, services, 'invitation.accept')
  const { id } = readStrictParameters(event, parameters)
  return acceptInvitation(services, signIn, id)
})
