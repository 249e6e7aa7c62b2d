import { computed } from 'vue'
import type { Ref, ShallowRef } from 'vue'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import type { ChatSession } from '#layers/northlight/stores/chatSessions.ts'
import { createEarlierLoading } from './session/create-earlier-loading.ts'
import { largestPage } from './session/load-messages.ts'
import type { StoredThread } from './session/load-messages.ts'

/** The messages that a surface holds, and how it comes by earlier ones: its session's, or before there is one, those that were read with the page. */
export function useHeldMessages<Stored extends StoredThread>(client: ChatClient, chatId: string, session: Readonly<ShallowRef<ChatSession | undefined>>, stored: Ref<Stored | undefined>) {
  const messages = computed(() => session.value?.messages.value ?? stored.value?.messages ?? [])
  const versions = computed(() => session.value?.versions.value ?? stored.value?.versions ?? {})
  /** How many are stored before the first of `messages`. */
  const earlier = computed(() => session.value ? session.value.earlier.value : stored.value?.earlier ?? 0)

  const loadStored = createEarlierLoading(client, chatId, {
    held: () => stored.value ?? { messages: [], versions: {}, earlier: 0 },
    take: (thread) => {
      if (stored.value) stored.value = { ...stored.value, ...thread }
    },
  })

  /** Brings in the page before the first of `messages`; false when it could not be read, and nothing changed. */
  function loadEarlier(limit?: number): Promise<boolean> {
    return session.value ? session.value.loadEarlier(limit) : loadStored(limit)
  }

  /** Brings in what stands before until this message is there; all, for no message. False when something could not be read. */
  async function loadEarlierUntil(messageId?: string): Promise<boolean> {
    while (earlier.value > 0 && !messages.value.some(({ id }) => id === messageId)) {
      if (!await loadEarlier(largestPage)) return false
    }
    return true
  }

  return { messages, versions, earlier, loadEarlier, loadEarlierUntil }
}
