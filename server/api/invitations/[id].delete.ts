import { setResponseStatus } from 'h3'
import { z } from 'zod'
import { rowIdSchema } from '#layers/northlight/shared/people/people-requests.ts'
import { requirePasswordMode } from '#layers/northlight/server/people/require-sign-in.ts'
import { cancelInvitation } from '#layers/northlight/server/store/invitation-store.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'
import { readStrictParameters } from '#layers/northlight/server/utils/read-strict-query.ts'

const parameters = z.strictObject({ id: rowIdSchema })

/** Takes an invitation back. */
export default defineRoute('person.manage', async ({ event, services, principal }) => {
  requirePasswordMode(services)
  const { id } = readStrictParameters(event, parameters)
  await cancelInvitation(services.database, principal, id)
  return setResponseStatus(event, 204)
})
