import { z } from 'zod'
import { chatChangeSchema } from '#layers/northlight/shared/chats/chat-requests.ts'
import { chatIdSchema } from '#layers/northlight/shared/messages/identifiers.ts'
import { publishEvent } from '#layers/northlight/server/events/publish-event.ts'
import { listChatReaders } from '#layers/northlight/server/store/chat-readers.ts'
import { changeChat, shareChat } from '#layers/northlight/server/store/chat-store.ts'
import { chooseVersion } from '#layers/northlight/server/store/choose-version.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'
import type { RouteContext } from '#layers/northlight/server/utils/define-route.ts'
import { readStrictBody } from '#layers/northlight/server/utils/read-strict-body.ts'
import { readStrictParameters } from '#layers/northlight/server/utils/read-strict-query.ts'

const parameters = z.strictObject({ id: chatIdSchema })

/**
 * Renames a chat, undoes its deletion, shares it, or chooses which version of a message is read: then it answers the message that
 * the chat goes on from.
 */
export default defineRoute('chat.write', async ({ event, services, principal }) => {
  const { id } = readStrictParameters(event, parameters)
  const { activeMessageId, isShared, ...change } = await readStrictBody(event, chatChangeSchema)
  if (isShared !== undefined) return share({ services, principal }, id, isShared)
  const answer = activeMessageId === undefined
    ? await changeChat(services.database, principal, id, change)
    : { id, activeMessageId: await chooseVersion(services.database, principal, id, activeMessageId) }
  publishEvent(services, principal, { type: 'chat-changed', chatId: id })
  return answer
})

async function share({ services, principal }: Pick<RouteContext, 'services' | 'principal'>, id: string, isShared: boolean) {
  const readers = await listChatReaders(services.database, id)
  const answer = await shareChat(services.database, principal, id, isShared, new Date(services.clock.now()))
  if (!isShared) await services.access.check()
  publishEvent(services, principal, { type: 'chat-changed', chatId: id })
  // Nobody is a reader any more, which is what they have to be told.
  if (!isShared) services.events.publishToAll(readers, { type: 'chat-changed', chatId: id })
  return answer
}
