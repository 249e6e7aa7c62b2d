import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import { useDetailLevelStore } from '#layers/northlight/stores/detailLevel.ts'
import { useChatEvents } from './events/useChatEvents.ts'

/** Keeps the saved level in step with what the person chooses in another tab or browser; where a host forces one, nothing is read. */
export function useFollowSavedLevel(client: ChatClient, isForced: () => boolean = () => false): void {
  const store = useDetailLevelStore()
  useChatEvents(client, ({ type }) => {
    if (!isForced() && (type === 'settings-changed' || type === 'resync')) void store.reload(client)
  })
}
