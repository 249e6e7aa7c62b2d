import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createEventBus } from '#layers/northlight/server/events/event-bus.ts'
import { streamEvents } from '#layers/northlight/server/events/stream-events.ts'
import type { StreamEventsOptions } from '#layers/northlight/server/events/stream-events.ts'

const scope = { userId: 'user', organizationId: 'organization' }
const closing: (() => Promise<void>)[] = []

/** The writer behind real HTTP, without routes. */
async function startServer(options: Partial<StreamEventsOptions>) {
  const bus = createEventBus()
  const begun = Promise.withResolvers<{ response: ServerResponse, writing: Promise<void> }>()
  const server = createServer((_request, response) => begun.resolve({ response, writing: streamEvents(response, bus, scope, options) }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { bus, begun: begun.promise, port: (server.address() as AddressInfo).port }
}

describe('streamEvents', () => {
  afterEach(() => Promise.all(closing.splice(0).map((close) => close())))

  it('greets, says when to come back, and shows that it is still there', async () => {
    const { port } = await startServer({ heartbeatMs: 5 })
    const response = await fetch(`http://127.0.0.1:${port}/`)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (!text.includes(': still here\n\n')) text += (await reader?.read())?.value ?? ''
    expect(text.startsWith('retry: 1000\ndata: {"type":"hello"}\n\n')).toBe(true)
    await reader?.cancel()
  })

  it('cuts off a reader that takes nothing, and keeps no memory of it', async () => {
    const { bus, begun, port } = await startServer({ mostUntaken: 32 * 1024 })
    const socket = connect({ port, host: '127.0.0.1' })
    socket.pause()
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    const { response, writing } = await begun
    let most = 0
    while (!response.destroyed) {
      bus.publish(scope, { type: 'chat-changed', chatId: 'x'.repeat(1_000) })
      most = Math.max(most, response.writableLength)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await writing
    expect(most).toBeLessThan(40 * 1024)
    expect(bus.countReaders()).toBe(0)
    socket.destroy()
  })

  it('cuts off a reader that takes nothing when the server stops, instead of waiting for it to take the end', async () => {
    const { bus, begun, port } = await startServer({ mostUntaken: 64 * 1024 * 1024 })
    const socket = connect({ port, host: '127.0.0.1' })
    socket.pause()
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    const { response, writing } = await begun
    while (!response.writableNeedDrain) bus.publish(scope, { type: 'chat-changed', chatId: 'x'.repeat(1_000_000) })
    bus.close()
    await writing
    expect(bus.countReaders()).toBe(0)
    socket.destroy()
  })

  it('is over at once for a reader that has gone already', async () => {
    const { bus, begun, port } = await startServer({})
    const abort = new AbortController()
    const fetching = fetch(`http://127.0.0.1:${port}/`, { signal: abort.signal })
    const { response, writing } = await begun
    await fetching
    abort.abort()
    await writing
    await streamEvents(response, bus, scope)
    expect(bus.countReaders()).toBe(0)
  })
})
