import { z } from 'zod'
import { chatIdSchema } from '#layers/northlight/shared/messages/identifiers.ts'
import { loadChatSummary } from '#layers/northlight/server/store/chat-store.ts'
import { hasWaitingAsks } from '#layers/northlight/server/store/has-waiting-asks.ts'
import { listRunningChats } from '#layers/northlight/server/store/turn-lease-store.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'
import { readStrictParameters } from '#layers/northlight/server/utils/read-strict-query.ts'

const parameters = z.strictObject({ id: chatIdSchema })

/** One chat, whose it is, whether an answer is being written in it now, and whether something waits in it for a person. */
export default defineRoute('chat.read', async ({ event, services, principal }) => {
  const { id } = readStrictParameters(event, parameters)
  const chat = await loadChatSummary(services.database, principal, id, 'chat.read')
  const [running, hasAsks] = await Promise.all([listRunningChats(services.database, [id]), hasWaitingAsks(services.database, principal, id)])
  return { ...chat, isRunning: running.has(id), hasAsks }
})
