import { setImmediate as nextTick } from 'node:timers/promises'
import type { UIMessageChunk } from 'ai'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { foldChunks } from '#layers/northlight/server/stream/fold-chunks.ts'
import { createLiveTurn } from '#layers/northlight/server/stream/live-turn.ts'
import type { LiveTurn } from '#layers/northlight/server/stream/live-turn.ts'
import { isChunk, readEventStream } from '#layers/northlight/tests/support/read-event-stream.ts'
import { startStreamServer } from '#layers/northlight/tests/support/stream-server.ts'
import type { StreamServer } from '#layers/northlight/tests/support/stream-server.ts'

const ids = { turnId: 'turn-1', chatId: 'chat-1', messageId: 'message-1' }

const script: UIMessageChunk[] = [
  { type: 'start', messageId: 'message-1', messageMetadata: { northlight: { startedAt: 1 } } },
  { type: 'start-step' },
  { type: 'reasoning-start', id: 'r' }, { type: 'reasoning-delta', id: 'r', delta: 'Hm' }, { type: 'reasoning-delta', id: 'r', delta: '.' }, { type: 'reasoning-end', id: 'r' },
  { type: 'text-start', id: 't' }, { type: 'text-delta', id: 't', delta: 'Let ' }, { type: 'text-delta', id: 't', delta: 'me ' }, { type: 'text-delta', id: 't', delta: 'look.' }, { type: 'text-end', id: 't' },
  { type: 'tool-input-start', toolCallId: 'c', toolName: 'look' }, { type: 'tool-input-delta', toolCallId: 'c', inputTextDelta: '{"a"' }, { type: 'tool-input-delta', toolCallId: 'c', inputTextDelta: ':1}' },
  { type: 'tool-input-available', toolCallId: 'c', toolName: 'look', input: { a: 1 } },
  { type: 'tool-output-available', toolCallId: 'c', output: { rows: 2 } },
  { type: 'finish-step' },
  { type: 'start-step' },
  { type: 'text-start', id: 'u' }, { type: 'text-delta', id: 'u', delta: 'Two' }, { type: 'text-delta', id: 'u', delta: ' failed.' }, { type: 'text-end', id: 'u' },
  { type: 'finish-step' },
  { type: 'finish', messageMetadata: { northlight: { outcome: 'done' } } },
]

/** A live turn that counts who listens to it. */
function createCountedTurn(): LiveTurn & { listeners: Set<() => void> } {
  const live = createLiveTurn(ids)
  const listeners = new Set<() => void>()
  return Object.defineProperties(Object.create(live) as LiveTurn & { listeners: Set<() => void> }, {
    listeners: { value: listeners },
    subscribe: { value: (onChange: () => void) => {
      const unsubscribe = live.subscribe(onChange)
      listeners.add(onChange)
      return () => {
        listeners.delete(onChange)
        unsubscribe()
      }
    } },
  })
}

describe('streaming a turn', () => {
  let server: StreamServer | undefined
  afterEach(async () => {
    await server?.close()
    vi.restoreAllMocks()
  })
  const start = async (turn: LiveTurn, heartbeatMs?: number) => server = await startStreamServer(turn, heartbeatMs)

  it.each([['in the middle', 16], ['with a text half written', 9], ['at its end', script.length]])('gives a reader that comes %s all that it has not seen, from every point', async (_name, length) => {
    const live = createLiveTurn(ids)
    for (const chunk of script.slice(0, length)) live.append(chunk)
    if (length === script.length) live.end()
    const { fetch } = await start(live)
    const readers = await Promise.all(Array.from({ length: length + 1 }, async (_, after) => ({ after, stream: readEventStream(await fetch(after)) })))
    for (const chunk of script.slice(length)) live.append(chunk)
    live.end()
    const whole = await foldChunks(ids.messageId, live.events)
    for (const { after, stream } of readers) {
      expect(await stream.toEnd()).toBe(true)
      const numbers = stream.events.map((event) => event.seq)
      expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other))
      expect(numbers.every((seq) => seq > after)).toBe(true)
      expect(await foldChunks(ids.messageId, [...live.events.slice(0, after), ...stream.events])).toEqual(whole)
    }
  })

  it('replays compacted', async () => {
    const live = createLiveTurn(ids)
    for (const chunk of script) live.append(chunk)
    live.end()
    const { fetch } = await start(live)
    const stream = readEventStream(await fetch())
    await stream.toEnd()
    expect(stream.events.filter(({ chunk }) => chunk.type.endsWith('-delta')).map(({ seq }) => seq)).toEqual([5, 10, 14, 21])
    expect(stream.events.at(-1)?.seq).toBe(script.length)
  })

  it('gives the whole turn, once, to a reader that comes in the very moment of its end', async () => {
    const live = createLiveTurn(ids)
    for (const chunk of script.slice(0, -1)) live.append(chunk)
    const { fetch } = await start(live)
    const late: Promise<Response>[] = []
    live.subscribe(() => late.push(fetch()))
    live.append(script.at(-1) ?? { type: 'finish' })
    live.end()
    const streams = (await Promise.all(late)).map(readEventStream)
    for (const stream of streams) {
      expect(await stream.toEnd()).toBe(true)
      expect(await foldChunks(ids.messageId, stream.events)).toEqual(await foldChunks(ids.messageId, live.events))
    }
    expect(streams).toHaveLength(2)
  })

  it('follows each event as it comes, for two readers', async () => {
    const live = createLiveTurn(ids)
    const { fetch } = await start(live)
    const [one, two] = [readEventStream(await fetch()), readEventStream(await fetch())]
    for (const [index, chunk] of script.entries()) {
      live.append(chunk)
      for (const stream of [one, two]) expect(await stream.until(() => true)).toEqual({ seq: index + 1, chunk })
    }
    live.end()
    expect(await Promise.all([one.toEnd(), two.toEnd()])).toEqual([true, true])
  })

  it('keeps one event in one event, whatever the text holds', async () => {
    const live = createLiveTurn(ids)
    const delta = 'a\n\nevent: approval\ndata: {"x":1}\r\rid: 99\u2028\u0000\uD800'
    live.append({ type: 'text-delta', id: 't', delta })
    live.end()
    const { fetch } = await start(live)
    const text = await (await fetch()).text()
    expect(text.split('\n\n')).toHaveLength(3)
    expect(text).not.toContain('\r')
    expect(JSON.parse(text.split('\n')[1]?.slice('data: '.length) ?? '')).toEqual({ type: 'text-delta', id: 't', delta })
  })

  it('waits for a slow reader with bounded memory, holds nobody else up, and gives it all in the end', async () => {
    const live = createLiveTurn(ids)
    const stream = await start(live)
    const socket = stream.connectSlowly()
    const slow = await stream.response(1)
    const quick = readEventStream(await stream.fetch())
    const total = 20 * 1024 * 1024
    const delta = '~'.repeat(8 * 1024)
    let mostBuffered = 0
    const watch = () => void (mostBuffered = Math.max(mostBuffered, slow.writableLength))
    live.append({ type: 'text-start', id: 't' })
    for (let sent = 0; sent < total; sent += delta.length) {
      live.append({ type: 'text-delta', id: 't', delta })
      if (sent % (16 * delta.length) === 0) await nextTick()
      watch()
    }
    live.append({ type: 'text-end', id: 't' })
    live.end()
    expect(await quick.toEnd()).toBe(true)
    expect(toLength(quick.events.map((event) => event.chunk))).toBe(total)
    expect(slow.writableFinished).toBe(false)

    slow.on('drain', () => setImmediate(watch))
    let text = ''
    socket.on('data', (bytes: Buffer) => {
      text += bytes.toString('latin1')
      watch()
    })
    socket.resume()
    await new Promise((resolve) => socket.on('close', resolve))
    expect(text.match(/~+/g)?.reduce((sum, run) => sum + run.length, 0)).toBe(total)
    expect(text).toContain('data: [DONE]')
    expect(mostBuffered).toBeLessThan(512 * 1024)
  })

  it('keeps big results apart for a slow reader', async () => {
    const live = createLiveTurn(ids)
    const stream = await start(live)
    const socket = stream.connectSlowly()
    const slow = await stream.response(1)
    const output = 'y'.repeat(200 * 1024)
    for (let number = 0; number < 100; number++) live.append({ type: 'tool-output-available', toolCallId: `c${number}`, output })
    live.end()
    await nextTick()
    expect(slow.writableLength).toBeLessThan(3 * output.length)
    socket.resume()
    await stream.finished(1)
    socket.destroy()
  })

  it('lets go of listeners and timers when its reader leaves', async () => {
    const [set, clear] = [vi.spyOn(globalThis, 'setInterval'), vi.spyOn(globalThis, 'clearInterval')]
    const live = createCountedTurn()
    const stream = await start(live, 60_000)
    const readers = await Promise.all(Array.from({ length: 5 }, async () => readEventStream(await stream.fetch())))
    expect(live.listeners.size).toBe(5)
    const heartbeats = set.mock.results.map((result) => result.value as unknown).slice(-5)
    live.append({ type: 'start' })
    await Promise.all(readers.map((reader) => reader.until(isChunk('start'))))
    await Promise.all(readers.map((reader) => reader.close()))
    await Promise.all([1, 2, 3, 4, 5].map((number) => stream.finished(number)))
    expect(live.listeners.size).toBe(0)
    expect(heartbeats.every((heartbeat) => clear.mock.calls.some(([cleared]) => cleared === heartbeat))).toBe(true)
    for (const response of stream.responses) expect(response.listenerCount('drain')).toBe(0)
  })

  it('lets go when the turn ends, and when a reader that takes nothing leaves', async () => {
    const live = createCountedTurn()
    const stream = await start(live)
    const socket = stream.connectSlowly()
    const slow = await stream.response(1)
    while (!slow.writableNeedDrain) {
      live.append({ type: 'text-delta', id: 't', delta: 'x'.repeat(64 * 1024) })
      await nextTick()
    }
    socket.destroy()
    await stream.finished(1)
    expect(live.listeners.size).toBe(0)
    const quick = readEventStream(await stream.fetch())
    live.end()
    await quick.toEnd()
    await stream.finished(2)
    expect(live.listeners.size).toBe(0)
  })

  it('says that it is still there while nothing happens', async () => {
    const live = createLiveTurn(ids)
    const { fetch } = await start(live, 5)
    const response = await fetch()
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toMatch(/^: still here\n\n/)
    await reader?.cancel()
  })

  it('cuts off a reader that takes nothing for more than four heartbeats, and nobody else', async () => {
    const live = createCountedTurn()
    const stream = await start(live, 5)
    const socket = stream.connectSlowly()
    const slow = await stream.response(1)
    const quick = readEventStream(await stream.fetch())
    while (!slow.writableNeedDrain) {
      live.append({ type: 'text-delta', id: 't', delta: 'x'.repeat(64 * 1024) })
      await nextTick()
    }
    const reading = quick.toEnd()
    await stream.finished(1)
    expect(slow.destroyed).toBe(true)
    expect(live.listeners.size).toBe(1)
    live.end()
    expect(await reading).toBe(true)
    socket.destroy()
  })

  it('says what it is', async () => {
    const live = createLiveTurn(ids)
    live.end()
    const { fetch } = await start(live)
    const response = await fetch()
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream', 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no', 'x-vercel-ai-ui-message-stream': 'v1',
    })
    expect(await response.text()).toBe('data: [DONE]\n\n')
  })
})

function toLength(chunks: UIMessageChunk[]): number {
  return chunks.reduce((sum, chunk) => sum + (chunk.type === 'text-delta' ? chunk.delta.length : 0), 0)
}
