import { setResponseStatus } from 'h3'
import { newChatSchema } from '#layers/northlight/shared/chats/chat-requests.ts'
import { publishEvent } from '#layers/northlight/server/events/publish-event.ts'
import { requireFirstDot } from '#layers/northlight/server/store/first-dot.ts'
import { createChat } from '#layers/northlight/server/store/chat-store.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'
import { readStrictBody } from '#layers/northlight/server/utils/read-strict-body.ts'

/** Makes an empty chat; the organisation's own dot answers in it, where none is named. */
export default defineRoute('chat.create', async ({ event, services, principal }) => {
  const { title, dotId = await requireFirstDot(services.database, principal) } = await readStrictBody(event, newChatSchema)
  const id = services.ids()
  await createChat(services.database, principal, { id, title, dotId, at: new Date(services.clock.now()) })
  publishEvent(services, principal, { type: 'chat-changed', chatId: id })
  setResponseStatus(event, 201)
  return { id }
})
