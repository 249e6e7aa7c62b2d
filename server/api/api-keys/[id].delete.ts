import { setResponseStatus } from 'h3'
import { z } from 'zod'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import { rowIdSchema } from '#layers/northlight/shared/people/people-requests.ts'
import { deleteApiKey } from '#layers/northlight/server/store/api-key-store.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'
import { readStrictParameters } from '#layers/northlight/server/utils/read-strict-query.ts'

const parameters = z.strictObject({ id: rowIdSchema })

/** Deletes one of this person's own keys: it lets nobody in any more. */
export default defineRoute('api-key.manage', async ({ event, services, principal }) => {
  const { id } = readStrictParameters(event, parameters)
  if (!await deleteApiKey(services.database, principal, id)) throw new NorthlightError('api-key-not-found')
  await services.access.check()
  return setResponseStatus(event, 204)
})
