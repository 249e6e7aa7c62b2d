import { useRequestEvent } from '#imports'
import type { ChatEnvironment } from '#layers/northlight/shared/host/chat-environment.ts'
import { createChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import { useSignInAgain } from './people/useSignInAgain.ts'

/**
 * The client for one surface. While the page is rendered on the server, our own routes are called in process, as this
 * request's person: a host's `fetch` is made for the browser, and knows no address there.
 */
export function useChatClient(environment: ChatEnvironment): ChatClient {
  const event = import.meta.server ? useRequestEvent() : undefined
  if (event && !environment.apiUrl) return createChatClient({}, event.fetch as typeof fetch)
  return createChatClient(environment, (...request) => fetch(...request), useSignInAgain())
}
