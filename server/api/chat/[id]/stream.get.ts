import { setResponseStatus } from 'h3'
import { z } from 'zod'
import { chatIdSchema } from '#layers/northlight/shared/messages/identifiers.ts'
import { requireChat } from '#layers/northlight/server/store/chat-store.ts'
import { findStreamedTurn } from '#layers/northlight/server/nodes/find-streamed-turn.ts'
import { streamTurn } from '#layers/northlight/server/stream/stream-turn.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'
import { readStrictParameters, readStrictQuery } from '#layers/northlight/server/utils/read-strict-query.ts'

const parameters = z.strictObject({ id: chatIdSchema })
const query = z.strictObject({ after: z.coerce.number().int().min(0).default(0) })

/** Reads a running turn from any point, on whatever server it runs; 204 when none does. */
export default defineRoute('chat.read', async ({ event, services, principal }) => {
  const { id } = readStrictParameters(event, parameters)
  const { after } = readStrictQuery(event, query)
  await requireChat(services.database, principal, id, 'chat.read')
  const turn = await findStreamedTurn(services, id)
  if (!turn) return setResponseStatus(event, 204)
  services.access.watch(event.node.res, principal, id)
  await streamTurn(event.node.res, turn, after)
})
