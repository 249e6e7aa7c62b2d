import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { createChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import { useChatChangesStore } from '#layers/northlight/stores/chatChanges.ts'
import { useChatListStore } from '#layers/northlight/stores/chatList.ts'

interface OpenRequest {
  what: string
  answer(value?: unknown): void
  fail(): void
}

/** A client whose answers a test gives, in the order it likes. */
function createHeldClient() {
  const open: OpenRequest[] = []
  const request = (path: string, init?: RequestInit) => new Promise<never>((resolve, reject) => {
    open.push({
      what: [init?.method ?? 'GET', path, init?.body ?? ''].join(' ').trim(),
      answer: (value) => resolve(value as never),
      fail: () => reject(new Error('The server can\'t be reached.')),
    })
  })
  const client: ChatClient = { apiUrl: '', request, json: request, refuse: createChatClient({}, fetch).refuse }
  return { client, open, take: () => open.splice(0) }
}

const toAnswer = (...titles: string[]) => ({ chats: titles.map((title, index) => ({ id: `chat-${title}`, title, updatedAt: 9_000 - index, isRunning: false })) })
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('the list of chats', () => {
  beforeEach(() => setActivePinia(createPinia()))

  async function openList(...titles: string[]) {
    const { client, take } = createHeldClient()
    const [list, changes] = [useChatListStore(), useChatChangesStore()]
    const loaded = list.load(client)
    take()[0]?.answer(toAnswer(...titles))
    await loaded
    return { client, take, list, changes, shown: () => list.chats.map((chat) => chat.title) }
  }

  it('shows the newest answer, whichever comes last', async () => {
    const { client, take, list, shown } = await openList('a')
    void list.load(client)
    void list.load(client)
    const [first, second] = take()
    second?.answer(toAnswer('b', 'a'))
    await settle()
    first?.answer(toAnswer('a'))
    await settle()
    expect(shown()).toEqual(['b', 'a'])
  })

  it('drops what an older search found', async () => {
    const { client, take, list } = await openList('a', 'b')
    void list.search(client, 'a')
    void list.search(client, 'b')
    const [first, second] = take()
    second?.answer(toAnswer('b'))
    await settle()
    first?.answer(toAnswer('a'))
    await settle()
    expect(list.found?.map((chat) => chat.title)).toEqual(['b'])
    void list.search(client, 'c')
    void list.search(client, ' ')
    take()[0]?.answer(toAnswer('c'))
    await settle()
    expect(list.found).toBeUndefined()
  })

  it('keeps a new name against an answer that does not know it, and gives it up where the server refuses it', async () => {
    const { client, take, list, changes, shown } = await openList('a', 'b')
    const renamed = changes.rename(client, list.chats[1]!, 'c')
    expect(shown()).toEqual(['a', 'c'])
    void list.load(client)
    const [patch, read] = take()
    expect(patch?.what).toBe('PATCH /api/chats/chat-b {"title":"c"}')
    read?.answer(toAnswer('a', 'b'))
    await settle()
    expect(shown()).toEqual(['a', 'c'])
    patch?.fail()
    await renamed
    expect([shown(), changes.failure]).toEqual([['a', 'b'], '“b” was not renamed. The server can\'t be reached.'])
  })

  it('takes a chat out at once, keeps it out, and brings it back in its place', async () => {
    const { client, take, list, changes, shown } = await openList('a', 'b', 'c')
    const removed = changes.remove(client, list.chats[1]!)
    expect(shown()).toEqual(['a', 'c'])
    void list.load(client)
    const undone = changes.undo(client, changes.deleted[0]!)
    const [deletion, read] = take()
    read?.answer(toAnswer('a', 'b', 'c'))
    await settle()
    expect([shown(), deletion?.what]).toEqual([['a', 'c'], 'DELETE /api/chats/chat-b'])
    deletion?.answer()
    await removed
    await settle()
    const [patch] = take()
    expect(patch?.what).toBe('PATCH /api/chats/chat-b {"isDeleted":false}')
    patch?.answer({})
    await undone
    expect([shown(), changes.deleted]).toEqual([['a', 'b', 'c'], []])
  })

  it('puts a chat back that was not deleted, with a word why, and asks for no undoing', async () => {
    const { client, take, list, changes, shown } = await openList('a', 'b')
    const removed = changes.remove(client, list.chats[0]!)
    const undone = changes.undo(client, changes.deleted[0]!)
    take()[0]?.fail()
    await Promise.all([removed, undone])
    expect([shown(), changes.deleted, take(), changes.failure]).toEqual([['a', 'b'], [], [], '“a” was not deleted. The server can\'t be reached.'])
  })

  it('leaves the offer to undo where that failed', async () => {
    const { client, take, list, changes, shown } = await openList('a')
    const removed = changes.remove(client, list.chats[0]!)
    take()[0]?.answer()
    await removed
    const undone = changes.undo(client, changes.deleted[0]!)
    await settle()
    take()[0]?.fail()
    await undone
    expect([shown(), changes.deleted.length, changes.failure]).toEqual([[], 1, '“a” was not brought back. The server can\'t be reached.'])
  })

  it('lists older chats on demand and keeps them when the newest are read again', async () => {
    const { client, take, list } = await openList(...Array.from({ length: 100 }, (_, index) => `n${index}`))
    expect(list.hasMore).toBe(true)
    const more = list.loadMore(client)
    const [page] = take()
    expect(page?.what).toBe('GET /api/chats?before=chat-n99&limit=100')
    page?.answer({ chats: [{ id: 'chat-old', title: 'old', updatedAt: 5 }] })
    await more
    expect([list.chats.length, list.hasMore]).toEqual([101, false])
    const loaded = list.load(client)
    const [read] = take()
    expect(read?.what).toBe('GET /api/chats?limit=101')
    read?.answer({ chats: [...toAnswer(...Array.from({ length: 100 }, (_, index) => `n${index}`)).chats, { id: 'chat-old', title: 'old', updatedAt: 5 }] })
    await loaded
    expect(list.chats.at(-1)?.id).toBe('chat-old')
  })
})
