import type { UIMessage } from 'ai'
import { z } from 'zod/mini'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import { resolveEarlier, resolveNewest } from '#layers/northlight/shared/messages/held-thread.ts'
import type { HeldThread } from '#layers/northlight/shared/messages/held-thread.ts'

/** The end of a conversation, as it is stored. */
export type StoredThread = HeldThread<UIMessage>

interface PageRequest {
  /** Only what stands before this message. */
  before?: string
  limit?: number
}

/** What is read of a chat at first. */
const newestPageSize = 20
/** Where it is known that much is missing. */
export const largestPage = 100

const pageSchema = z.object({
  messages: z.array(z.looseObject({ id: z.string(), role: z.enum(['system', 'user', 'assistant']), parts: z.array(z.looseObject({ type: z.string() })) })),
  versions: z.optional(z.record(z.string(), z.array(z.string()))),
  earlier: z.optional(z.number()),
})

/** A page of a chat's messages, oldest first: by default the newest. */
export async function loadMessages(client: ChatClient, chatId: string, { before, limit = newestPageSize }: PageRequest = {}): Promise<StoredThread> {
  const end = before === undefined ? '' : `&before=${before}`
  const { messages, versions = {}, earlier = 0 } = pageSchema.parse(await client.json(`/api/messages?chat=${chatId}&limit=${limit}${end}`))
  // What each part holds is judged where it is drawn.
  return { messages: messages as UIMessage[], versions, earlier }
}

/**
 * The end of a chat as it is stored now, put to what is held of it. Where its newest page doesn't reach that, what stands
 * before is read until it does; of another branch, as far back as was held. More may be held after each page than before.
 */
export async function loadNewest(client: ChatClient, chatId: string, held: () => StoredThread): Promise<StoredThread> {
  let newest = await loadMessages(client, chatId)
  for (;;) {
    const { messages, earlier } = held()
    const missing = newest.earlier - earlier
    const [first] = newest.messages
    if (!first || missing <= 0 || messages.length === 0 || messages.some(({ id }) => id === first.id)) return resolveNewest(held(), newest)
    newest = resolveEarlier(newest, await loadMessages(client, chatId, { before: first.id, limit: Math.min(missing, largestPage) }))
  }
}
