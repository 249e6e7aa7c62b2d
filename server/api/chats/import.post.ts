import { setResponseStatus } from 'h3'
import { importRequestSchema } from '#layers/northlight/shared/messages/import-request.ts'
import { toCheckingSchema } from '#layers/northlight/server/utils/to-checking-schema.ts'
import { publishEvent } from '#layers/northlight/server/events/publish-event.ts'
import { importChat } from '#layers/northlight/server/store/import-chat.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'
import { readStrictBody } from '#layers/northlight/server/utils/read-strict-body.ts'

const mostBytes = 20_000_000

const bodySchema = importRequestSchema.extend({ messages: toCheckingSchema(importRequestSchema.shape.messages) })

/** Makes a chat of somebody else's transcript: its parts are kept as they came, and carry no authority. */
export default defineRoute(async ({ event, services, principal }) => {
  const request = await readStrictBody(event, bodySchema, mostBytes)
  const id = services.ids()
  await importChat(services.database, principal, { id, dotId: services.dotId, at: new Date(services.clock.now()), ...request })
  publishEvent(services, principal, { type: 'chat-changed', chatId: id })
  setResponseStatus(event, 201)
  return { id }
})
