// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createApp } from 'vue'
import { createChatSession } from '#layers/northlight/composables/session/create-chat-session.ts'
import { useChatDraft } from '#layers/northlight/composables/useChatDraft.ts'
import { createFakeChatServer, toAnswer, toRefusal } from '#layers/northlight/tests/support/fake-chat-server.ts'
import { openPage } from '#layers/northlight/tests/support/session-states.ts'

const say = (text: string) => ({ text, files: [] })

/** A surface with a new chat, as far as its draft goes. */
function mountNewChat() {
  let surface: ReturnType<typeof useChatDraft> | undefined
  const app = createApp({
    setup() {
      surface = useChatDraft(undefined)
      return () => null
    },
  })
  app.mount(document.createElement('div'))
  if (!surface) throw new Error('The surface was not set up.')
  return surface
}

describe('the draft of a new chat', () => {
  beforeEach(() => {
    sessionStorage.clear()
    openPage()
  })

  it('is none of the next new chat\'s when it is left while its first message is on its way', async () => {
    const server = createFakeChatServer()
    const arrived = Promise.withResolvers<Response>()
    server.answers = [() => arrived.promise]
    const first = mountNewChat()
    const session = createChatSession('chat-0000000000000001', server.client, [], { draft: first.draft })
    const sending = session.send(say('First?'))
    await vi.waitFor(() => expect(server.posts).toHaveLength(1))
    void first.leave(session)

    const second = mountNewChat()
    second.draft.queue.value = [{ id: 'n1', ...say('Of the second chat.') }]
    arrived.resolve(toAnswer(1))
    await sending
    await vi.waitFor(() => expect(session.status.value).toBe('idle'))
    expect(server.posts).toHaveLength(1)
    expect(second.draft.queue.value.map(({ id }) => id)).toEqual(['n1'])
  })

  it('comes back in the next new chat when its first message never arrived', async () => {
    const server = createFakeChatServer()
    server.answers = [() => toRefusal(503, 'database-unavailable')]
    const first = mountNewChat()
    const session = createChatSession('chat-0000000000000001', server.client, [], { draft: first.draft })
    await session.send(say('First?'))
    first.draft.queue.value = [{ id: 'n1', ...say('Second?') }]
    await first.leave(session)
    const next = mountNewChat()
    expect(next.draft.text.value).toBe('First?')
    expect(next.draft.queue.value.map(({ text }) => text)).toEqual(['Second?'])
    expect(next.draft.unsent.value).toBeUndefined()
  })

  it('keeps what is being written there in the place of what comes back: that waits', async () => {
    const server = createFakeChatServer()
    const answered = Promise.withResolvers<Response>()
    server.answers = [() => answered.promise]
    const first = mountNewChat()
    const session = createChatSession('chat-0000000000000001', server.client, [], { draft: first.draft })
    const sending = session.send(say('First?'))
    const leaving = first.leave(session)
    const next = mountNewChat()
    next.draft.text.value = 'being written'
    answered.resolve(toRefusal(503, 'database-unavailable'))
    await sending
    await leaving
    expect([next.draft.text.value, next.draft.queue.value.map(({ text }) => text)]).toEqual(['being written', ['First?']])
  })
})
