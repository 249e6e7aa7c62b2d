import { onBeforeUnmount, onMounted } from 'vue'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import { createNewestOnlyQueue } from '#layers/northlight/shared/settings/newest-only-queue.ts'
import { useChatListStore } from '#layers/northlight/stores/chatList.ts'
import { useSessionStore } from '#layers/northlight/stores/session.ts'
import { useChatEvents } from './events/useChatEvents.ts'

/**
 * Reads the list of chats again whenever something changes in one, of this person's or of those that others share: once
 * for many changes at a time. Who shares with whom changes with members too, of which nobody is told: so it is read at
 * each return to the tab as well.
 */
export function useFollowChatList(client: ChatClient): void {
  const list = useChatListStore()
  const session = useSessionStore()
  const reads = createNewestOnlyQueue()
  const read = () => void reads.add(() => list.load(client).catch(() => {}))
  const onSeen = () => {
    if (!document.hidden && session.hasSignIn) read()
  }
  useChatEvents(client, ({ type }) => {
    if (type !== 'settings-changed' && type !== 'approval') read()
  })
  onMounted(() => document.addEventListener('visibilitychange', onSeen))
  onBeforeUnmount(() => document.removeEventListener('visibilitychange', onSeen))
}
