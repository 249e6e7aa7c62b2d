import type { UIMessage } from 'ai'
import { z } from 'zod/mini'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import type { MessageVersions } from '#layers/northlight/shared/messages/message-tree.ts'

/** A conversation as it is stored. */
export interface StoredThread {
  messages: UIMessage[]
  versions: MessageVersions
}

const pageSchema = z.object({
  messages: z.array(z.looseObject({ id: z.string(), role: z.enum(['system', 'user', 'assistant']), parts: z.array(z.looseObject({ type: z.string() })) })),
  versions: z.optional(z.record(z.string(), z.array(z.string()))),
})

/** The newest messages that are stored of a chat, oldest first, and the versions of those that have several. */
export async function loadMessages(client: ChatClient, chatId: string): Promise<StoredThread> {
  const { messages, versions = {} } = pageSchema.parse(await client.json(`/api/messages?chat=${chatId}&limit=500`))
  // What each part holds is judged where it is drawn.
  return { messages: messages as UIMessage[], versions }
}
