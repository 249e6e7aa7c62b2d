import type { UIMessage } from 'ai'
import { z } from 'zod/mini'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'

const pageSchema = z.object({
  messages: z.array(z.looseObject({ id: z.string(), role: z.enum(['system', 'user', 'assistant']), parts: z.array(z.looseObject({ type: z.string() })) })),
})

/** The newest messages that are stored of a chat, oldest first. */
export async function loadMessages(client: ChatClient, chatId: string): Promise<UIMessage[]> {
  const { messages } = pageSchema.parse(await client.json(`/api/messages?chat=${chatId}&limit=500`))
  // What each part holds is judged where it is drawn.
  return messages as UIMessage[]
}
