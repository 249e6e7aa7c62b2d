import { setResponseStatus } from 'h3'
import { z } from 'zod'
import { chatIdSchema } from '#layers/northlight/shared/messages/identifiers.ts'
import { deleteChat } from '#layers/northlight/server/agent/delete-chat.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'
import { readStrictParameters } from '#layers/northlight/server/utils/read-strict-query.ts'

const parameters = z.strictObject({ id: chatIdSchema })

/** Deletes a chat and stops what runs in it; for 30 days a PATCH with `isDeleted: false` brings it back. */
export default defineRoute('chat.delete', async ({ event, services, principal }) => {
  const { id } = readStrictParameters(event, parameters)
  await deleteChat(services, principal, id)
  return setResponseStatus(event, 204)
})
