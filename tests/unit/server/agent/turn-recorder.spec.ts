import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTurnRecorder } from '#layers/northlight/server/agent/turn-recorder.ts'
import { createLiveTurn } from '#layers/northlight/server/stream/live-turn.ts'

const ids = { turnId: 'turn-1', chatId: 'chat-1', messageId: 'message-1' }

describe('the turn recorder', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function start() {
    const live = createLiveTurn(ids)
    const batches: number[][] = []
    const recorder = createTurnRecorder(live, async (events) => void batches.push(events.map((event) => event.seq)))
    return { live, batches, recorder }
  }

  it('shows a chunk at once, and writes text at most a second later', async () => {
    const { live, batches, recorder } = start()
    recorder.emit({ type: 'text-start', id: 'a' })
    recorder.emit({ type: 'text-delta', id: 'a', delta: 'x' })
    expect(live.events).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(999)
    expect(batches).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(batches).toEqual([[1, 2]])
  })

  it('writes what a part\'s end completes without waiting', async () => {
    const { batches, recorder } = start()
    recorder.emit({ type: 'text-start', id: 'a' })
    recorder.emit({ type: 'text-end', id: 'a' })
    recorder.emit({ type: 'tool-output-available', toolCallId: 'c', output: 1 })
    await vi.advanceTimersByTimeAsync(0)
    expect(batches.flat()).toEqual([1, 2, 3])
  })

  it('writes nothing more once it is closed, and waits for what is being written', async () => {
    const live = createLiveTurn(ids)
    const write = Promise.withResolvers<void>()
    const store = vi.fn(() => write.promise)
    const recorder = createTurnRecorder(live, store)
    recorder.emit({ type: 'text-end', id: 'a' })
    await vi.advanceTimersByTimeAsync(0)
    recorder.emit({ type: 'finish' })
    let isClosed = false
    const closing = recorder.close().then(() => isClosed = true)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(isClosed).toBe(false)
    write.resolve()
    await closing
    await vi.advanceTimersByTimeAsync(5_000)
    expect(store).toHaveBeenCalledTimes(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('tells of a failed write at the next flush', async () => {
    const recorder = createTurnRecorder(createLiveTurn(ids), () => Promise.reject(new Error('the disk is full')))
    recorder.emit({ type: 'text-end', id: 'a' })
    await expect(recorder.flush()).rejects.toThrow('the disk is full')
  })
})
