import { setResponseStatus } from 'h3'
import { newConnectionSchema } from '#layers/northlight/shared/connections/connection-requests.ts'
import { createConnection } from '#layers/northlight/server/connections/create-connection.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'
import { readStrictBody } from '#layers/northlight/server/utils/read-strict-body.ts'

/** Makes a connection; a signing key that was made for it is in this answer and nowhere else. */
export default defineRoute('connection.manage', async ({ event, services, principal }) => {
  const connection = await createConnection(services, principal, await readStrictBody(event, newConnectionSchema))
  setResponseStatus(event, 201)
  return connection
})
