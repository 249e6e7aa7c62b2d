import { z } from 'zod'
import { chatIdSchema, messageIdSchema } from '#layers/northlight/shared/messages/identifiers.ts'
import { chooseVersion } from '#layers/northlight/server/store/choose-version.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'
import { readStrictBody } from '#layers/northlight/server/utils/read-strict-body.ts'
import { readStrictParameters } from '#layers/northlight/server/utils/read-strict-query.ts'

const parameters = z.strictObject({ id: chatIdSchema })
const bodySchema = z.strictObject({ activeMessageId: messageIdSchema })

/** Chooses which version of a message is read; what it answers is the message that the chat goes on from. */
export default defineRoute(async ({ event, services, principal }) => {
  const { id } = readStrictParameters(event, parameters)
  const { activeMessageId } = await readStrictBody(event, bodySchema)
  return { id, activeMessageId: await chooseVersion(services.database, principal, id, activeMessageId) }
})
