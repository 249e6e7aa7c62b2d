import { z } from 'zod'
import { chatIdSchema } from '#layers/northlight/shared/messages/identifiers.ts'
import { stopTurn } from '#layers/northlight/server/agent/stop-turn.ts'
import { requireChat } from '#layers/northlight/server/store/chat-store.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'
import { readStrictParameters } from '#layers/northlight/server/utils/read-strict-query.ts'

const parameters = z.strictObject({ id: chatIdSchema })

/** Stops the model and the tools of the turn that runs, and answers when it is stored. */
export default defineRoute('chat.write', async ({ event, services, principal }) => {
  const { id } = readStrictParameters(event, parameters)
  await requireChat(services.database, principal, id, 'chat.write')
  return { stopped: await stopTurn(services, id) }
})
