// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createEventFeed } from '#layers/northlight/composables/events/create-event-feed.ts'
import { createChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import type { FeedEvent } from '#layers/northlight/stores/chatEvents.ts'
import { createFakeLocks } from '#layers/northlight/tests/support/fake-locks.ts'

const encoder = new TextEncoder()
const changed: FeedEvent = { type: 'chat-changed', chatId: 'chat-1' }

/** What the server tells, to whoever reads. */
interface FakeServer {
  client: ReturnType<typeof createChatClient>
  /** Streams that are open now. */
  open: Set<ReadableStreamDefaultController<Uint8Array>>
  asked: number
  tell(event: object): void
  breakAll(): void
}

function createServer(): FakeServer {
  const open = new Set<ReadableStreamDefaultController<Uint8Array>>()
  const write = (controller: ReadableStreamDefaultController<Uint8Array>, event: object) => controller.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`))
  const server = {
    open,
    asked: 0,
    client: createChatClient({ apiUrl: '/host', fetch: (async () => {
      server.asked += 1
      let own: ReadableStreamDefaultController<Uint8Array>
      return new Response(new ReadableStream<Uint8Array>({
        start(controller) {
          own = controller
          open.add(own)
          write(own, { type: 'hello' })
        },
        cancel: () => void open.delete(own),
      }))
    }) as typeof fetch }, fetch),
    tell: (event: object) => open.forEach((controller) => write(controller, event)),
    breakAll() {
      for (const controller of open) controller.error(new TypeError('network error'))
      open.clear()
    },
  }
  return server
}

/** Tabs of one browser: a feed each, over the same locks. */
function openTab(server: FakeServer) {
  const events: FeedEvent[] = []
  return { events, close: createEventFeed(server.client).subscribe((event) => events.push(event)) }
}

describe('createEventFeed', () => {
  const closing: (() => void)[] = []
  const openTabs = (server: FakeServer, count: number) => Array.from({ length: count }, () => {
    const tab = openTab(server)
    closing.push(tab.close)
    return tab
  })

  beforeEach(() => {
    vi.stubGlobal('navigator', { locks: createFakeLocks() })
  })
  afterEach(() => {
    for (const close of closing.splice(0)) close()
    vi.unstubAllGlobals()
  })

  it('reads one stream for any number of tabs, and tells each of them once', async () => {
    const server = createServer()
    const tabs = openTabs(server, 4)
    await vi.waitFor(() => expect(server.open.size).toBe(1))
    server.tell(changed)
    server.tell({ type: 'from-a-newer-server', chatId: 'chat-1' })
    server.tell({ type: 'settings-changed' })
    for (const tab of tabs) await vi.waitFor(() => expect(tab.events).toEqual([changed, { type: 'settings-changed' }]))
    expect(server.asked).toBe(1)
  })

  it('opens nothing twice for the surfaces of one tab, and closes with the last of them', async () => {
    const server = createServer()
    const feed = createEventFeed(server.client)
    const seen: FeedEvent[] = []
    const closes = [1, 2, 3].map(() => feed.subscribe((event) => seen.push(event)))
    await vi.waitFor(() => expect(server.open.size).toBe(1))
    server.tell(changed)
    await vi.waitFor(() => expect(seen).toHaveLength(3))
    for (const close of closes) close()
    await vi.waitFor(() => expect(server.open.size).toBe(0))
    closing.push(feed.subscribe(() => {}))
    await vi.waitFor(() => expect(server.open.size).toBe(1))
    expect(server.asked).toBe(2)
  })

  it('passes the lead on when the leading tab closes, and says that something may have been missed', async () => {
    const server = createServer()
    const [leader, ...others] = openTabs(server, 3)
    await vi.waitFor(() => expect(server.open.size).toBe(1))
    leader?.close()
    for (const tab of others) await vi.waitFor(() => expect(tab.events).toEqual([{ type: 'resync' }]))
    expect(server.open.size).toBe(1)
    server.tell(changed)
    for (const tab of others) await vi.waitFor(() => expect(tab.events).toEqual([{ type: 'resync' }, changed]))
    expect(leader?.events).toEqual([])
  })

  it('comes back when the connection breaks, and says so to every tab', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 })
    const server = createServer()
    const tabs = openTabs(server, 2)
    await vi.waitFor(() => expect(server.open.size).toBe(1))
    server.breakAll()
    for (const tab of tabs) await vi.waitFor(() => expect(tab.events).toEqual([{ type: 'resync' }]))
    expect(server.asked).toBe(2)
    vi.useRealTimers()
  })

  it('lets a page that the browser puts aside go, and catches up when it is shown again', async () => {
    const server = createServer()
    const [tab] = openTabs(server, 1)
    await vi.waitFor(() => expect(server.open.size).toBe(1))
    window.dispatchEvent(new Event('pagehide'))
    await vi.waitFor(() => expect(server.open.size).toBe(0))
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    await vi.waitFor(() => expect(server.open.size).toBe(1))
    expect(tab?.events).toEqual([{ type: 'resync' }])
  })

  it.each([
    ['has no locks', {}],
    ['refuses them', { locks: { request: () => Promise.reject(new DOMException('The document has no origin.', 'SecurityError')) } }],
  ])('lets each tab read for itself where the browser %s', async (_name, navigator) => {
    vi.stubGlobal('navigator', navigator)
    const server = createServer()
    openTabs(server, 3)
    await vi.waitFor(() => expect(server.open.size).toBe(3))
  })
})
