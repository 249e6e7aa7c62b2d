import { setResponseStatus } from 'h3'
import { importRequestSchema } from '#layers/northlight/shared/messages/import-request.ts'
import { parseTranscript } from '#layers/northlight/shared/messages/parse-transcript.ts'
import { publishEvent } from '#layers/northlight/server/events/publish-event.ts'
import { requireFirstDot } from '#layers/northlight/server/store/first-dot.ts'
import { importChat } from '#layers/northlight/server/store/import-chat.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'
import { readStrictBody } from '#layers/northlight/server/utils/read-strict-body.ts'

const mostBytes = 20_000_000

/** Makes a chat of somebody else's transcript: its parts are kept as they came, and carry no authority. */
export default defineRoute('chat.create', async ({ event, services, principal }) => {
  const { title, messages } = await readStrictBody(event, importRequestSchema, { limit: mostBytes })
  const id = services.ids()
  await importChat(services.database, principal, { id, title, messages: parseTranscript(messages), dotId: await requireFirstDot(services.database, principal), at: new Date(services.clock.now()) })
  publishEvent(services, principal, { type: 'chat-changed', chatId: id })
  setResponseStatus(event, 201)
  return { id }
})
