import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import { createNewestOnlyQueue } from '#layers/northlight/shared/settings/newest-only-queue.ts'
import { useChatListStore } from '#layers/northlight/stores/chatList.ts'
import { useChatEvents } from './events/useChatEvents.ts'

/** Reads the list of chats again whenever something changes in one: once for many changes at a time. */
export function useFollowChatList(client: ChatClient): void {
  const list = useChatListStore()
  const reads = createNewestOnlyQueue()
  useChatEvents(client, ({ type }) => {
    if (type !== 'settings-changed') void reads.add(() => list.load(client).catch(() => {}))
  })
}
