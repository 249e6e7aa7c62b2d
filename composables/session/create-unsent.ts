import type { Ref } from 'vue'
import type { QueuedMessage } from '#layers/northlight/shared/messages/outgoing-message.ts'
import type { SessionCore } from './create-session-core.ts'

/** The conversation's last message while it has not arrived; `unsent` holds what it says. */
export function createUnsent(core: SessionCore, unsent: Ref<QueuedMessage | undefined>) {
  const { chat } = core

  const isThere = () => chat.lastMessage?.role === 'user' && !core.isLastTaken()

  /** Whether this is the message that waits to be sent again. */
  const is = (messageId: string) => !core.isBusy.value && isThere() && chat.lastMessage?.id === messageId

  /** Takes it off the conversation. */
  function takeOff() {
    chat.messages = chat.messages.slice(0, -1)
    unsent.value = undefined
    core.forgetRequest()
  }

  /** Before the conversation goes on elsewhere: takes it off and gives it, so that it isn't lost. */
  function give(): QueuedMessage | undefined {
    const message = isThere() ? unsent.value : undefined
    if (!message) return undefined
    takeOff()
    chat.clearError()
    core.state.flush()
    return message
  }

  return { isThere, is, takeOff, give }
}

export type Unsent = ReturnType<typeof createUnsent>
