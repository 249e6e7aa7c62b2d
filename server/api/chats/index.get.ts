import { z } from 'zod'
import { chatIdSchema } from '#layers/northlight/shared/messages/identifiers.ts'
import { listChats } from '#layers/northlight/server/store/list-chats.ts'
import { listRunningChats } from '#layers/northlight/server/store/turn-lease-store.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'
import { readStrictQuery } from '#layers/northlight/server/utils/read-strict-query.ts'

const mostListed = 200

const query = z.strictObject({
  search: z.string().max(200, 'is longer than 200 characters').optional(),
  before: z.optional(chatIdSchema),
  shared: z.enum(['true', 'false']).default('false').transform((shared) => shared === 'true'),
  limit: z.coerce.number().int().min(1).max(mostListed).default(mostListed),
})

/** This person's chats, or, with `shared=true`, those that others in the organisation share; the last one spoken in first; with `search`, those in which all its words were said. */
export default defineRoute('chat.list', async ({ event, services, principal }) => {
  const chats = await listChats(services.database, principal, readStrictQuery(event, query))
  const running = await listRunningChats(services.database, chats.map((chat) => chat.id))
  return { chats: chats.map((chat) => ({ ...chat, isRunning: running.has(chat.id) })) }
})
