import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTick } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createEventBus } from '#layers/northlight/server/events/event-bus.ts'
import { streamEvents } from '#layers/northlight/server/events/stream-events.ts'
import { createLiveTurn } from '#layers/northlight/server/stream/live-turn.ts'
import { startStreamServer } from '#layers/northlight/tests/support/stream-server.ts'

const mebibyte = 1024 * 1024
const produced = 200 * mebibyte
const mostQueued = mebibyte
const mostGrown = 30 * mebibyte
const mayTakeMs = 60_000
const ids = { turnId: 'turn-1', chatId: 'chat-1', messageId: 'message-1' }
const scope = { userId: 'user-1', organizationId: 'organization-1' }
/** One text for all events: what the turn itself keeps is a reference, so that memory that grows is a reader's. */
const delta = '~'.repeat(16 * 1024)

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function readMemory(): number {
  collect()
  return process.memoryUsage().rss
}

function countMarks(bytes: Uint8Array): number {
  let marks = 0
  for (let index = 0; index < bytes.length; index++) if (bytes[index] === 126) marks += 1
  return marks
}

describe('a reader that takes nothing', () => {
  const closers: (() => unknown)[] = []
  afterEach(async () => {
    for (const close of closers.splice(0)) await close()
  })

  it('costs under 1 MiB while a turn streams 200 MB, is cut off, gives its memory back, and can come back for all of it', async () => {
    const live = createLiveTurn(ids)
    const stream = await startStreamServer(live, 250)
    closers.push(stream.close)
    const socket = stream.connectSlowly()
    closers.push(() => socket.destroy())
    const response = await stream.response(1)
    const before = readMemory()
    let queued = 0
    let most = 0
    live.append({ type: 'text-start', id: 't' })
    for (let sent = 0; sent < produced; sent += delta.length) {
      live.append({ type: 'text-delta', id: 't', delta })
      if (sent % mebibyte === 0) await nextTick()
      queued = Math.max(queued, response.writableLength)
      if (sent % (16 * mebibyte) === 0) most = Math.max(most, process.memoryUsage().rss)
    }
    await stream.finished(1)
    expect(response.destroyed).toBe(true)
    const after = readMemory()
    console.log(`200 MB for a stalled reader: ${queued} bytes queued at most; memory ${((most - before) / mebibyte).toFixed(1)} MiB more meanwhile, ${((after - before) / mebibyte).toFixed(1)} MiB after the cut`)
    expect(queued).toBeLessThan(mostQueued)
    expect(most - before).toBeLessThan(mostGrown)
    expect(after - before).toBeLessThan(mostGrown)

    // As long as it takes something it is not cut off, though the same amount waits for it at each beat.
    live.append({ type: 'text-end', id: 't' })
    live.end()
    const again = await stream.fetch(1)
    let taken = 0
    let tail = ''
    for await (const bytes of again.body ?? []) {
      taken += countMarks(bytes)
      tail = new TextDecoder().decode(bytes.slice(-200))
    }
    expect(taken).toBe(produced)
    expect(tail).toMatch(/data: \[DONE\]\n\n$/)
  }, mayTakeMs)

  it('of events is cut off before it costs 1 MiB, whatever is published', async () => {
    const bus = createEventBus()
    const responses: ServerResponse[] = []
    const server = createServer((_request, response) => {
      responses.push(response)
      void streamEvents(response, bus, scope)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closers.push(() => server.close())
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
    closers.push(() => socket.destroy())
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await vi.waitFor(() => expect(bus.countReaders()).toBe(1))
    const before = readMemory()
    const event = { type: 'chat-changed' as const, chatId: delta }
    let queued = 0
    for (let sent = 0; sent < produced; sent += delta.length) {
      bus.publish(scope, event)
      queued = Math.max(queued, responses[0]?.writableLength ?? 0)
      if (sent % mebibyte === 0) await nextTick()
    }
    await vi.waitFor(() => expect(bus.countReaders()).toBe(0))
    const grown = readMemory() - before
    console.log(`200 MB of events for a stalled reader: ${queued} bytes queued at most; memory ${(grown / mebibyte).toFixed(1)} MiB more after the cut`)
    expect(queued).toBeLessThan(mostQueued)
    expect(grown).toBeLessThan(mostGrown)
  }, mayTakeMs)
})
