import { setResponseStatus } from 'h3'
import { z } from 'zod'
import { rowIdSchema } from '#layers/northlight/shared/people/people-requests.ts'
import { requirePasswordMode } from '#layers/northlight/server/people/require-sign-in.ts'
import { removeMember } from '#layers/northlight/server/store/member-store.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'
import { readStrictParameters } from '#layers/northlight/server/utils/read-strict-query.ts'

const parameters = z.strictObject({ id: rowIdSchema })

/** Removes a member, or leaves: anybody may end their own membership. */
export default defineRoute('person.read', async ({ event, services, principal }) => {
  requirePasswordMode(services)
  const { id } = readStrictParameters(event, parameters)
  await removeMember(services.database, principal, id)
  await services.access.check()
  return setResponseStatus(event, 204)
})
