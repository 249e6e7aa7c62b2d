import { useChatListStore } from '#layers/northlight/stores/chatList.ts'
import { useChatClient } from './useChatClient.ts'

/** Reads the list of chats again; a list that can't be read stays as it was. */
export function useRefreshChatList(): () => Promise<void> {
  const client = useChatClient({})
  const list = useChatListStore()
  return () => list.load(client).catch(() => {})
}
