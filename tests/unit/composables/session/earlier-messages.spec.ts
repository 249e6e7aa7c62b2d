// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import { shallowRef } from 'vue'
import { createChatSession } from '#layers/northlight/composables/session/create-chat-session.ts'
import type { StoredThread } from '#layers/northlight/composables/session/load-messages.ts'
import { useHeldMessages } from '#layers/northlight/composables/useHeldMessages.ts'
import type { ChatSession } from '#layers/northlight/stores/chatSessions.ts'
import { createFakeChatServer, toRefusal } from '#layers/northlight/tests/support/fake-chat-server.ts'
import { createFakeHistory, toExchanges, toMessage } from '#layers/northlight/tests/support/fake-history.ts'

const chatId = 'chat-0123456789abcdef'
const read = (messages: readonly { id: string }[]) => messages.map(({ id }) => id)

/** A browser that has read the newest page of a long chat. */
function open(exchanges = 100) {
  const server = createFakeChatServer()
  const history = createFakeHistory(toExchanges(exchanges))
  const said = history.path()
  server.history = history
  const page: StoredThread = { messages: said.slice(-20).map(toMessage), versions: {}, earlier: said.length - 20 }
  const openSession = () => createChatSession(chatId, server.client, page.messages, page)
  return { server, history, said, page, openSession }
}

/** A surface over a session, or over what was read with its page. */
function openSurface(isOpen: boolean) {
  const { server, said, page, openSession, history } = open()
  const session = shallowRef<ChatSession | undefined>(isOpen ? openSession() : undefined)
  return { server, said, page, session, history, ...useHeldMessages(server.client, chatId, session, shallowRef<StoredThread | undefined>(page)) }
}

describe.each([['of a session', true], ['before there is a session', false]] as const)('earlier messages %s', (_name, isOpen) => {
  it('come in before those that are held, whose identity stays; who asks meanwhile waits for the same page', async () => {
    const { server, said, page, messages, earlier, loadEarlier } = openSurface(isOpen)
    await Promise.all([loadEarlier(), loadEarlier()])
    expect(server.reads).toEqual([`/api/messages?chat=${chatId}&limit=40&before=${page.messages[0]?.id}`])
    expect([read(messages.value), earlier.value]).toEqual([said.slice(-60), 140])
    expect(messages.value.slice(-20).every((message, index) => message === page.messages[index])).toBe(true)
  })

  it('are no loss where they can\'t be read, and come when they are asked for again', async () => {
    const { server, said, page, messages, earlier, loadEarlier, loadEarlierUntil } = openSurface(isOpen)
    const { history } = server
    server.history = history && { ...history, answer: () => undefined }
    expect([await loadEarlier(), await loadEarlierUntil()]).toEqual([false, false])
    expect([read(messages.value), earlier.value]).toEqual([read(page.messages), 180])
    server.history = history
    expect(await loadEarlier()).toBe(true)
    expect(read(messages.value)).toEqual(said.slice(-60))
  })

  it('come until the one that is sought, or all', async () => {
    const { server, said, messages, earlier, loadEarlierUntil } = openSurface(isOpen)
    expect(await loadEarlierUntil('q41')).toBe(true)
    expect([read(messages.value), earlier.value]).toEqual([said.slice(-120), 80])
    expect(await loadEarlierUntil()).toBe(true)
    expect([read(messages.value), earlier.value]).toEqual([said, 0])
    expect(await loadEarlierUntil('nowhere')).toBe(true)
    expect(server.reads).toHaveLength(2)
  })
})

describe('a session that holds the end of its chat', () => {
  it('drops the page that was on its way when another branch came', async () => {
    const { history, openSession } = open()
    const session = openSession()
    const loading = session.loadEarlier()
    history.say('q2-other', 'a1')
    for (const id of toExchanges(15).map((name) => `${name}-more`)) history.say(id)
    await session.refresh()
    await loading
    expect(read(session.messages.value)).toEqual(history.path().slice(session.earlier.value))
    expect(session.messages.value).toHaveLength(20)
  })

  it('reads what others said and no more than it must, and keeps what it holds before that', async () => {
    const { server, history, openSession } = open()
    const session = openSession()
    await session.loadEarlier()
    const kept = session.messages.value
    const keepsFirst = (count: number) => kept.slice(0, count).every((message, index) => message === session.messages.value[index])
    for (const id of ['q101', 'a101']) history.say(id)
    await session.refresh()
    expect([read(session.messages.value), session.earlier.value]).toEqual([history.path().slice(140), 140])
    expect(keepsFirst(42)).toBe(true)
    expect(server.reads).toHaveLength(2)
    for (const id of toExchanges(30).map((name) => `${name}-more`)) history.say(id)
    await session.refresh()
    expect([read(session.messages.value), session.earlier.value]).toEqual([history.path().slice(140), 140])
    expect(keepsFirst(2)).toBe(true)
  })

  it('shows the version of an old message that was chosen', async () => {
    const { server, history, said, openSession } = open()
    history.say('q51-other', 'a50')
    for (const id of toExchanges(40).map((name) => `${name}-more`)) history.say(id)
    history.choose('a100')
    const session = openSession()
    await session.loadEarlier(100)
    expect(read(session.messages.value)).toContain('q51')
    server.choice = () => {
      history.choose('q51-other')
      return Response.json({})
    }
    expect(await session.chooseVersion('q51-other')).toBe(true)
    expect(read(session.messages.value)).toContain('q51-other')
    expect(session.messages.value.length + session.earlier.value).toBe(history.path().length)
    expect(session.versions.value['q51-other']).toEqual(['q51', 'q51-other'])
    expect(said).toContain(session.messages.value[0]?.id)
  })

  it('counts the same messages before an edit, and before the place where one failed', async () => {
    const { server, said, openSession } = open()
    const session = openSession()
    server.answers = [() => toRefusal(409, 'turn-in-progress')]
    const editing = session.edit('q95', 'Other?')
    await session.loadEarlier()
    expect(await editing).toBe(false)
    expect(read(session.messages.value)).toEqual(said.slice(session.earlier.value))
    expect(await session.edit('q95', 'Other?')).toBe(true)
    await vi.waitFor(() => expect(session.status.value).toBe('idle'))
    expect(read(session.messages.value).slice(0, -2)).toEqual(said.slice(session.earlier.value, said.indexOf('q95')))
  })

  it('reads what the first message that it holds stands on before that is said anew', async () => {
    const { server, said, openSession } = open()
    const session = openSession()
    await session.loadEarlier(1)
    expect(read(session.messages.value)[0]).toBe('a90')
    expect(await session.regenerate('a90')).toBe(true)
    await vi.waitFor(() => expect(session.status.value).toBe('idle'))
    expect(read(session.messages.value)).toEqual([...said.slice(session.earlier.value, said.indexOf('a90')), 'answer-1'])
    expect(session.earlier.value).toBeLessThan(said.indexOf('a90'))
    expect(server.posts).toMatchObject([{ messageId: 'a90' }])
  })
})
