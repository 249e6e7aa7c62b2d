import type { UIMessage } from 'ai'
import { ref } from 'vue'
import type { CopyDone } from '#layers/northlight/shared/host/chat-action.ts'
import { toCopyText } from '#layers/northlight/shared/messages/to-copy-text.ts'

/** Copies a message's answer, or its answer with the work, and says which was copied last. */
export function useCopyMessage(messages: () => readonly UIMessage[]) {
  const copied = ref<CopyDone>()
  async function copy(messageId: string, withWork: boolean) {
    const message = messages().find((candidate) => candidate.id === messageId)
    if (!message) return
    await navigator.clipboard.writeText(toCopyText(message, withWork))
    copied.value = { messageId, withWork }
  }
  return { copied, copy }
}
