import { defineStore } from 'pinia'
import type { UIMessage } from 'ai'
import type { Ref, ShallowRef } from 'vue'
import type { MessageVersions } from '#layers/northlight/shared/messages/message-tree.ts'
import type { OutgoingMessage, QueuedMessage } from '#layers/northlight/shared/messages/outgoing-message.ts'

/** `working` from a request to the turn's end, however it is followed. */
export type ChatStatus = 'idle' | 'working'

/** One conversation as the browser holds it: it outlives the components that show it. */
export interface ChatSession {
  readonly id: string
  /** Replaced at most once a frame; a message that did not change keeps its identity. */
  readonly messages: Readonly<ShallowRef<readonly UIMessage[]>>
  /** Of each message that was said or answered in several ways, the ids of all of them. */
  readonly versions: Readonly<ShallowRef<MessageVersions>>
  /** How many messages are stored before the first of `messages`; both change together. */
  readonly earlier: Readonly<ShallowRef<number>>
  readonly status: Readonly<Ref<ChatStatus>>
  /** Why the last request failed, in words; the message that it was about is `unsent`. */
  readonly failure: Readonly<Ref<ChatFailure | undefined>>
  /** Whether the server knows the conversation. */
  readonly isTaken: Readonly<Ref<boolean>>
  /** The turn that was read last, or is being read: of one that ended elsewhere, what is stored must be read. */
  readonly followedTurn: string | undefined
  /** Whether the last answer waits for a person's decision: its turn goes on by itself. */
  readonly isWaiting: boolean
  /** Gives the message back that could not be taken; resolves when its turn has ended. */
  send(message: OutgoingMessage | QueuedMessage): Promise<OutgoingMessage | undefined>
  /** Sends the first of those that wait; the others follow by themselves as long as answers come to their ends. */
  sendQueued(): Promise<void>
  /** Sends the message again that could not be sent. */
  retry(): Promise<void>
  /** Stops the work on the server; what was said so far stays. */
  stop(): Promise<void>
  /** Reads on in an answer that is being written. */
  resume(): Promise<void>
  /** Reads what is stored again: another tab may have spoken. */
  refresh(): Promise<void>
  /** Brings in some of those before the first of `messages`; false when they could not be read, and nothing changed. */
  loadEarlier(limit?: number): Promise<boolean>
  /** Takes a message off that could not be sent, and gives it; undefined where the message is none such. */
  takeBack(messageId: string): QueuedMessage | undefined
  /** Says a message of the person's anew, beside the earlier version; true once the server has taken it. */
  edit(messageId: string, text: string): Promise<boolean>
  /** Has a message answered again, beside the earlier answer; one that could not be sent is sent. True once the server has taken it. */
  regenerate(messageId: string): Promise<boolean>
  /** Reads the branch that goes through this version of a message; true when it is shown. */
  chooseVersion(messageId: string): Promise<boolean>
}

export interface ChatFailure {
  message: string
  fix?: string
  canRetry: boolean
}

/** The conversations that this browser tab keeps at most, unless more are under way; one that went is read anew. */
const mostKept = 20

/** The conversations that this browser tab has open, one a chat; none is made on the server. */
export const useChatSessionsStore = defineStore('chatSessions', () => {
  const sessions = new Map<string, ChatSession>()

  function find(id: string): ChatSession | undefined {
    return sessions.get(id)
  }

  /** The session of a chat, made by `create` where there is none. */
  function open(id: string, create: () => ChatSession): ChatSession {
    const session = sessions.get(id) ?? create()
    // The one that was opened last comes last.
    sessions.delete(id)
    sessions.set(id, session)
    forgetOldest()
    return session
  }

  /** What was read of a chat that may not be read any more is not shown again. */
  function forget(id: string) {
    sessions.delete(id)
  }

  /** What is under way, or could not be sent, is never forgotten. */
  function forgetOldest() {
    for (const [id, { status, failure }] of [...sessions].slice(0, -1)) {
      if (sessions.size <= mostKept) return
      if (status.value === 'idle' && !failure.value) sessions.delete(id)
    }
  }

  return { find, open, forget }
})
