import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { ref } from 'vue'
import { useChatSessionsStore } from '#layers/northlight/stores/chatSessions.ts'
import type { ChatFailure, ChatSession, ChatStatus } from '#layers/northlight/stores/chatSessions.ts'

function createSession(id: string, status: ChatStatus = 'idle', failure?: ChatFailure) {
  return { id, status: ref(status), failure: ref(failure) } as Partial<ChatSession> as ChatSession
}

describe('the conversations that a tab keeps open', () => {
  const open = (id: string, status?: ChatStatus, failure?: ChatFailure) => useChatSessionsStore().open(id, () => createSession(id, status, failure))
  const openMany = (count: number) => Array.from({ length: count }, (_, index) => open(`other-${index}`))

  beforeEach(() => setActivePinia(createPinia()))

  it('are one a chat', () => {
    expect(open('a')).toBe(open('a'))
  })

  it('are not more and more: those that were not opened for longest go', () => {
    const sessions = useChatSessionsStore()
    openMany(20)
    open('other-0')
    open('newest')
    expect([sessions.find('other-1'), sessions.find('other-0')?.id, sessions.find('newest')?.id]).toEqual([undefined, 'other-0', 'newest'])
  })

  it('stay while something is under way in them, or could not be sent', () => {
    const sessions = useChatSessionsStore()
    open('working', 'working')
    open('unsent', 'idle', { message: 'The server can\'t be reached.', canRetry: true })
    openMany(40)
    expect([sessions.find('working')?.id, sessions.find('unsent')?.id]).toEqual(['working', 'unsent'])
  })
})
