import { useRequestEvent } from '#imports'
import type { ChatEnvironment } from '#layers/northlight/shared/host/chat-environment.ts'
import { createChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'

/** The client for one surface; while the page is rendered on the server it calls the routes in process, as this request's person. */
export function useChatClient(environment: ChatEnvironment): ChatClient {
  const event = import.meta.server ? useRequestEvent() : undefined
  return createChatClient(environment, event ? (event.fetch as typeof fetch) : (...request) => fetch(...request))
}
