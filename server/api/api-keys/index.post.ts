import { setResponseStatus } from 'h3'
import { newApiKeyRequestSchema } from '#layers/northlight/shared/people/people-requests.ts'
import { createApiKey } from '#layers/northlight/server/people/create-api-key.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'
import { readStrictBody } from '#layers/northlight/server/utils/read-strict-body.ts'

/** Makes a key; its text is in this answer and nowhere else. */
export default defineRoute('api-key.manage', async ({ event, services, principal }) => {
  const key = await createApiKey(services, principal, await readStrictBody(event, newApiKeyRequestSchema))
  setResponseStatus(event, 201)
  return key
})
