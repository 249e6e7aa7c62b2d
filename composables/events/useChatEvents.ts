import { onBeforeUnmount, onMounted } from 'vue'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import { useChatEventsStore } from '#layers/northlight/stores/chatEvents.ts'
import type { FeedEvent } from '#layers/northlight/stores/chatEvents.ts'
import { createEventFeed } from './create-event-feed.ts'

/** Calls back for each of the server's events while the component is mounted; in the browser only. */
export function useChatEvents(client: ChatClient, listener: (event: FeedEvent) => void): void {
  const store = useChatEventsStore()
  let unsubscribe = () => {}
  onMounted(() => {
    unsubscribe = store.open(client.apiUrl, () => createEventFeed(client)).subscribe(listener)
  })
  onBeforeUnmount(() => unsubscribe())
}
