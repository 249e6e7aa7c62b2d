import { setResponseStatus } from 'h3'
import { z } from 'zod'
import { rowIdSchema } from '#layers/northlight/shared/people/people-requests.ts'
import { deleteConnection } from '#layers/northlight/server/store/connection-store.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'
import { readStrictParameters } from '#layers/northlight/server/utils/read-strict-query.ts'

const parameters = z.strictObject({ id: rowIdSchema })

/** Deletes a connection: nothing goes by it any more, what was approved for it neither. */
export default defineRoute('connection.manage', async ({ event, services, principal }) => {
  await deleteConnection(services.database, principal, readStrictParameters(event, parameters).id, new Date(services.clock.now()))
  return setResponseStatus(event, 204)
})
