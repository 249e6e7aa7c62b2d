import { inject, provide, shallowRef } from 'vue'
import type { InjectionKey, Ref, ShallowRef } from 'vue'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'

/** What the parts of a chat share to show its approvals as they stand. */
export interface ChatAsks {
  client: ChatClient
  chatId: string
  /** Whether something of the chat is, or was, asked of a person: what follows approvals is loaded then, and not before. */
  isNeeded: Readonly<Ref<boolean>>
  need(): void
  /** Whether the chat's newest approvals have been read, as far as they could be. */
  isLoaded: Readonly<Ref<boolean>>
  noteLoaded(): void
}

const chatAsksKey: InjectionKey<ChatAsks> = Symbol('chat asks')

export function provideChatAsks(client: ChatClient, chatId: string, isNeeded: ShallowRef<boolean>): ChatAsks {
  const isLoaded = shallowRef(false)
  const asks: ChatAsks = {
    client, chatId, isNeeded, isLoaded,
    need: () => void (isNeeded.value = true),
    noteLoaded: () => void (isLoaded.value = true),
  }
  provide(chatAsksKey, asks)
  return asks
}

/** Undefined outside a chat: what was asked is history there. */
export function useChatAsks(): ChatAsks | undefined {
  return inject(chatAsksKey, undefined)
}
