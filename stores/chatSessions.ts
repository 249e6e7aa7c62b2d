import { defineStore } from 'pinia'
import type { ChatSession } from '#layers/northlight/shared/host/chat-session.ts'

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
