import type { UIMessage } from 'ai'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'

/** The stored messages of a chat, oldest first. */
export async function loadMessages(client: ChatClient, chatId: string): Promise<UIMessage[]> {
  const answer = await client.json(`/api/messages?chat=${chatId}&limit=500`)
  return (answer as { messages: UIMessage[] }).messages
}
