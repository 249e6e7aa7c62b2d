import { z } from 'zod'
import { chatIdSchema, messageIdSchema } from '#layers/northlight/shared/messages/identifiers.ts'
import { loadMessagePage } from '#layers/northlight/server/agent/load-message-page.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'
import { readStrictQuery } from '#layers/northlight/server/utils/read-strict-query.ts'

const query = z.strictObject({ chat: chatIdSchema, before: z.optional(messageIdSchema), limit: z.coerce.number().int().min(1).max(500).default(100) })

/** A page of a chat's messages, oldest first, the versions of those that have several, and how many stand before them; the newest page by default. */
export default defineRoute('chat.read', async ({ event, services, principal }) => {
  const { chat, ...page } = readStrictQuery(event, query)
  return loadMessagePage(services, principal, chat, page)
})
