import type { UIMessage } from 'ai'
import { onMounted, ref } from 'vue'
import type { CopyDone } from '#layers/northlight/shared/host/chat-action.ts'
import { copyText } from './copy-text.ts'
import { whenIdle } from './when-idle.ts'

const loadCopyText = () => import('#layers/northlight/shared/messages/to-copy-text.ts')

const refused = 'The browser did not let it be copied.'

/** Copies a message's answer, its answer with the work, or all messages, and says which message was copied last. */
export function useCopyMessage(messages: () => readonly UIMessage[]) {
  const copied = ref<CopyDone>()
  const copyFailure = ref<string>()
  // Loaded before it is asked for: a browser lets only what follows a press at once be copied.
  onMounted(() => whenIdle(() => void loadCopyText()))

  async function copy(messageId: string, withWork: boolean) {
    const message = messages().find((candidate) => candidate.id === messageId)
    if (!message) return
    const { toCopyText } = await loadCopyText()
    const isCopied = await copyText(toCopyText(message, withWork))
    copied.value = isCopied ? { messageId, withWork } : undefined
    copyFailure.value = isCopied ? undefined : refused
  }
  async function copyAll() {
    const { toChatText } = await import('#layers/northlight/shared/messages/to-chat-text.ts')
    const isCopied = await copyText(toChatText(messages()))
    copyFailure.value = isCopied ? undefined : refused
    return isCopied
  }
  return { copied, copyFailure, copy, copyAll }
}
