import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { ChatAccess } from '#layers/northlight/shared/chats/chat-access.ts'
import { toJsonRequest } from '#layers/northlight/shared/host/chat-client.ts'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'

/** What the chats that are shown are to this person: their own, shared or not, or somebody else's to read. */
export const useChatAccessStore = defineStore('chatAccess', () => {
  const known = ref<Record<string, ChatAccess>>({})

  /** Undefined while it is not known, as of a chat that has not begun. */
  function ofChat(id: string): ChatAccess | undefined {
    return Object.hasOwn(known.value, id) ? known.value[id] : undefined
  }

  function take(id: string, access: ChatAccess): void {
    known.value = { ...known.value, [id]: access }
  }

  /**
   * Lets everybody in the organisation read a chat, or nobody but its owner.
   *
   * @throws {RequestFailure} and all is as it was
   */
  async function share(client: ChatClient, id: string, isShared: boolean): Promise<void> {
    await client.request(`/api/chats/${id}`, toJsonRequest('PATCH', { isShared }))
    take(id, { isShared, access: 'owner' })
  }

  return { known, ofChat, take, share }
})
