import { defineStore } from 'pinia'
import type { UIMessage } from 'ai'
import type { Ref, ShallowRef } from 'vue'

/** `working` from a request to the turn's end, however it is followed. */
export type ChatStatus = 'idle' | 'working'

/** One conversation as the browser holds it: it outlives the components that show it. */
export interface ChatSession {
  readonly id: string
  /** Replaced at most once a frame; a message that did not change keeps its identity. */
  readonly messages: Readonly<ShallowRef<readonly UIMessage[]>>
  readonly status: Readonly<Ref<ChatStatus>>
  /** Why the last request failed, in words; the message that it was about is `unsent`. */
  readonly failure: Readonly<Ref<ChatFailure | undefined>>
  /** Whether the server knows the conversation. */
  readonly isTaken: Readonly<Ref<boolean>>
  /** Gives the text back when the server refused it for what it says. */
  send(text: string): Promise<string | undefined>
  /** Sends the message again that could not be sent. */
  retry(): Promise<void>
  /** Stops the work on the server; what was said so far stays. */
  stop(): Promise<void>
  /** Reads on in an answer that is being written. */
  resume(): Promise<void>
  /** Reads what is stored again: another tab may have spoken. */
  refresh(): Promise<void>
}

export interface ChatFailure {
  message: string
  fix?: string
  canRetry: boolean
}

/** The conversations that this browser tab has open, one a chat; none is made on the server. */
export const useChatSessionsStore = defineStore('chatSessions', () => {
  const sessions = new Map<string, ChatSession>()

  function find(id: string): ChatSession | undefined {
    return sessions.get(id)
  }

  /** The session of a chat, made by `create` where there is none. */
  function open(id: string, create: () => ChatSession): ChatSession {
    const session = sessions.get(id) ?? create()
    sessions.set(id, session)
    return session
  }

  return { find, open }
})
