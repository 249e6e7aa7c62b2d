import { computed, onBeforeUnmount, ref, watch } from 'vue'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import { parseSearchWords } from '#layers/northlight/shared/search/parse-search-words.ts'
import { useChatChangesStore } from '#layers/northlight/stores/chatChanges.ts'
import { useChatListStore } from '#layers/northlight/stores/chatList.ts'

/** So long nothing was typed before the search begins. In milliseconds. */
const pauseMs = 150

/** The search in the list of chats: what is typed, and the words that it looks for. */
export function useChatSearch(client: ChatClient) {
  const list = useChatListStore()
  const { attempt } = useChatChangesStore()
  const text = ref('')
  let timer: ReturnType<typeof setTimeout> | undefined
  watch(text, (typed) => {
    clearTimeout(timer)
    if (typed.trim() === '') void list.search(client, '')
    else timer = setTimeout(() => void attempt('The search failed.', () => list.search(client, typed)), pauseMs)
  })
  onBeforeUnmount(() => {
    clearTimeout(timer)
    void list.search(client, '')
  })
  return { text, words: computed(() => parseSearchWords(text.value)) }
}
