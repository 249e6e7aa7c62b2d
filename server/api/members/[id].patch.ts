import { z } from 'zod'
import { memberChangeSchema, rowIdSchema } from '#layers/northlight/shared/people/people-requests.ts'
import { requirePasswordMode } from '#layers/northlight/server/people/require-sign-in.ts'
import { changeMember } from '#layers/northlight/server/store/member-store.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'
import { readStrictBody } from '#layers/northlight/server/utils/read-strict-body.ts'
import { readStrictParameters } from '#layers/northlight/server/utils/read-strict-query.ts'

const parameters = z.strictObject({ id: rowIdSchema })

/** Makes a member something else. */
export default defineRoute('person.manage', async ({ event, services, principal }) => {
  requirePasswordMode(services)
  const { id } = readStrictParameters(event, parameters)
  const { role } = await readStrictBody(event, memberChangeSchema)
  return changeMember(services.database, principal, id, role)
})
