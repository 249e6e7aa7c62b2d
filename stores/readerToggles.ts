import { defineStore } from 'pinia'
import { shallowReactive } from 'vue'

/** What a reader opened or folded by hand, by (message, row). It wins over every default (`surfacing.md`, "The reader wins"). */
export interface ReaderToggles {
  get: (messageId: string, rowKey: string) => boolean | undefined
  set: (messageId: string, rowKey: string, open: boolean) => void
}

export function createReaderToggles(): ReaderToggles {
  const chosen = shallowReactive(new Map<string, boolean>())
  const toKey = (messageId: string, rowKey: string) => `${messageId}\n${rowKey}`
  return {
    get: (messageId, rowKey) => chosen.get(toKey(messageId, rowKey)),
    set: (messageId, rowKey, open) => chosen.set(toKey(messageId, rowKey), open),
  }
}

/** A reader's choices by chat, so that they are found again when one comes back to it. */
export const useReaderTogglesStore = defineStore('readerToggles', () => {
  const chats = new Map<string, ReaderToggles>()

  function ofChat(id: string): ReaderToggles {
    const toggles = chats.get(id) ?? createReaderToggles()
    chats.set(id, toggles)
    return toggles
  }

  return { ofChat }
})
