import { defineStore } from 'pinia'
import { ref } from 'vue'
import { z } from 'zod/mini'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'

export interface ListedChat {
  id: string
  title: string
  /** ISO 8601. */
  updatedAt: string
}

const listSchema = z.object({ chats: z.array(z.object({ id: z.string(), title: z.string(), updatedAt: z.number() })) })

/** The list beside the conversation: this person's chats, the last one spoken in first. */
export const useChatListStore = defineStore('chatList', () => {
  const chats = ref<ListedChat[]>([])

  async function load(client: ChatClient): Promise<void> {
    const answer = listSchema.parse(await client.json('/api/chats'))
    chats.value = answer.chats.map((chat) => ({ ...chat, updatedAt: new Date(chat.updatedAt).toISOString() }))
  }

  /** Shows a chat that has just begun, until the list is read again. */
  function add(chat: ListedChat) {
    chats.value = [chat, ...chats.value.filter((other) => other.id !== chat.id)]
  }

  return { chats, load, add }
})
