// @vitest-environment happy-dom
import { createPinia } from 'pinia'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createApp } from 'vue'
import type { App } from 'vue'
import { createChatSession } from '#layers/northlight/composables/session/create-chat-session.ts'
import { useChatCatchUp } from '#layers/northlight/composables/useChatCatchUp.ts'
import { createChatClient } from '#layers/northlight/shared/host/chat-client.ts'

const id = 'chat-0123456789abcdef'

describe('a conversation that catches up', () => {
  let app: App | undefined
  afterEach(() => app?.unmount())

  /** A surface whose server answers for the chat as the test says. */
  function mount(answer: () => Response | Promise<Response>, isOffline = () => false) {
    let asked = 0
    const serve = async (input: RequestInfo | URL, init: RequestInit = {}) => {
      const path = String(input)
      if (path === '/api/events') return new Promise<Response>((_, reject) => init.signal?.addEventListener('abort', () => reject(new Error('aborted'))))
      if (path.startsWith('/api/messages')) return Response.json({ messages: [] })
      asked += 1
      return answer()
    }
    const client = createChatClient({}, serve as typeof fetch)
    const session = createChatSession(id, client, [])
    const open = () => isOffline() ? Promise.reject(new Error('offline')) : Promise.resolve(session)
    let surface: ReturnType<typeof useChatCatchUp> | undefined
    app = createApp({
      setup() {
        surface = useChatCatchUp(client, { id, isKnown: () => true, open, onAccess: () => {}, onAsks: () => {} })
        return () => null
      },
    })
    app.use(createPinia()).mount(document.createElement('div'))
    if (!surface) throw new Error('The surface was not set up.')
    return { ...surface, session, countAsked: () => asked }
  }

  it('says that the chat is gone when it hears of it by asking only, and that it is back', async () => {
    let answer = () => Response.json({ code: 'chat-not-found', message: 'There is no such chat.' }, { status: 404 })
    const surface = mount(() => answer())
    surface.catchUp()
    await vi.waitFor(() => expect(surface.isDeleted.value).toBe(true))
    answer = () => Response.error()
    surface.catchUp()
    await vi.waitFor(() => expect(surface.countAsked()).toBe(2))
    expect(surface.isDeleted.value).toBe(true)
    answer = () => Response.json({ isRunning: false })
    surface.catchUp()
    await vi.waitFor(() => expect(surface.isDeleted.value).toBe(false))
  })

  it('catches up the next time where the conversation could not be opened', async () => {
    let isOffline = true
    const surface = mount(() => Response.json({ isRunning: false }), () => isOffline)
    surface.catchUp()
    await new Promise((resolve) => setTimeout(resolve))
    expect(surface.countAsked()).toBe(0)
    isOffline = false
    surface.catchUp()
    await vi.waitFor(() => expect(surface.countAsked()).toBe(1))
  })

  it('catches up although a stop failed', async () => {
    const surface = mount(() => Response.json({ code: 'database-unavailable', message: 'The database does not answer.' }, { status: 503 }))
    await surface.session.stop()
    expect(surface.session.failure.value).toMatchObject({ message: 'The database does not answer.', canRetry: false })
    surface.catchUp()
    await vi.waitFor(() => expect(surface.countAsked()).toBe(2))
  })
})
