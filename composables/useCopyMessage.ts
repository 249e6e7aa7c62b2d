import type { UIMessage } from 'ai'
import { ref } from 'vue'
import type { CopyDone } from '#layers/northlight/shared/host/chat-action.ts'
import { copyText } from './copy-text.ts'
import { toCopyText } from '#layers/northlight/shared/messages/to-copy-text.ts'

/** Copies a message's answer, or its answer with the work, and says which was copied last. */
export function useCopyMessage(messages: () => readonly UIMessage[]) {
  const copied = ref<CopyDone>()
  const copyFailure = ref<string>()
  async function copy(messageId: string, withWork: boolean) {
    const message = messages().find((candidate) => candidate.id === messageId)
    if (!message) return
    const isCopied = await copyText(toCopyText(message, withWork))
    copied.value = isCopied ? { messageId, withWork } : undefined
    copyFailure.value = isCopied ? undefined : 'The browser did not let it be copied.'
  }
  return { copied, copyFailure, copy }
}
