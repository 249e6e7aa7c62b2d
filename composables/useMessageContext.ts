import { inject, provide, type ComputedRef, type InjectionKey } from 'vue'
import type { ChatAction } from '#layers/northlight/shared/host/chat-action.ts'

/** What every row of one message shares. */
interface MessageContext {
  messageId: string
  /** True for the last message while nothing runs: its gates take an answer. */
  answerable: ComputedRef<boolean>
  act: (action: ChatAction) => void
}

const messageContextKey: InjectionKey<MessageContext> = Symbol('message context')

export function provideMessageContext(context: MessageContext): void {
  provide(messageContextKey, context)
}

/** Throws outside a `ChatMessage`. */
export function useMessageContext(): MessageContext {
  const context = inject(messageContextKey)
  if (context === undefined) {
    throw new Error('This row must stand in a ChatMessage.')
  }
  return context
}
