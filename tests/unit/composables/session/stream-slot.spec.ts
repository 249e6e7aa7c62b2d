import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { acquireStreamSlot } from '#layers/northlight/composables/session/stream-slot.ts'
import { createFakeLocks } from '#layers/northlight/tests/support/fake-locks.ts'
import type { FakeLocks } from '#layers/northlight/tests/support/fake-locks.ts'

/** Reads a turn as a tab does: takes a slot, gives way when it is wanted, and asks again, until `neededMs` are read. */
async function runReader(neededMs: number, onRead: (milliseconds: number) => void) {
  for (let read = 0; read < neededMs;) {
    const slot = await acquireStreamSlot()
    const since = Date.now()
    await Promise.race([
      new Promise<void>((resolve) => slot.wanted.addEventListener('abort', () => resolve())),
      new Promise<void>((resolve) => setTimeout(resolve, neededMs - read)),
    ])
    read += Date.now() - since
    onRead(Date.now() - since)
    slot.release()
  }
}

/** Messages as a browser hands them over: as tasks, to all others. */
class FakeChannel {
  static #open = new Set<FakeChannel>()
  onmessage: (() => void) | undefined
  constructor() {
    FakeChannel.#open.add(this)
  }

  postMessage() {
    for (const other of FakeChannel.#open) if (other !== this) setTimeout(() => FakeChannel.#open.has(other) && other.onmessage?.(), 0)
  }

  close() {
    FakeChannel.#open.delete(this)
  }
}

describe('acquireStreamSlot', () => {
  let locks: FakeLocks

  beforeEach(() => {
    vi.useFakeTimers()
    locks = createFakeLocks()
    vi.stubGlobal('navigator', { locks })
    vi.stubGlobal('BroadcastChannel', FakeChannel)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('lets any number of tabs read in turns: never more than three at once, all of them to the end, none long without', async () => {
    await fc.assert(fc.asyncProperty(fc.array(fc.record({ startMs: fc.nat(3_000), neededMs: fc.integer({ min: 1, max: 5_000 }) }), { minLength: 1, maxLength: 12 }), async (tabs) => {
      locks = createFakeLocks()
      vi.stubGlobal('navigator', { locks })
      let most = 0
      let done = 0
      const lastRead = tabs.map(({ startMs }) => Date.now() + startMs)
      let longestWait = 0
      for (const [index, { startMs, neededMs }] of tabs.entries()) {
        setTimeout(() => void runReader(neededMs, (milliseconds) => {
          longestWait = Math.max(longestWait, Date.now() - milliseconds - (lastRead[index] ?? 0))
          lastRead[index] = Date.now()
        }).then(() => done += 1), startMs)
      }
      for (let elapsed = 0; done < tabs.length && elapsed < 120_000; elapsed += 100) {
        await vi.advanceTimersByTimeAsync(100)
        most = Math.max(most, locks.held().length)
      }
      expect(done).toBe(tabs.length)
      expect(most).toBeLessThanOrEqual(3)
      // A share for each three that came before, and what their timers take.
      expect(longestWait).toBeLessThanOrEqual(Math.ceil(tabs.length / 3) * 1_100)
      expect(locks.held()).toEqual([])
    }), { numRuns: 60 })
  })

  it('reads on undisturbed while nobody waits', async () => {
    const slots = await Promise.all([acquireStreamSlot(), acquireStreamSlot(), acquireStreamSlot()])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(slots.map((slot) => slot.wanted.aborted)).toEqual([false, false, false])
    for (const slot of slots) slot.release()
  })

  it('gives way at once where it has had its share', async () => {
    const slots = await Promise.all([acquireStreamSlot(), acquireStreamSlot(), acquireStreamSlot()])
    for (const slot of slots) slot.wanted.addEventListener('abort', () => slot.release())
    await vi.advanceTimersByTimeAsync(5_000)
    const fourth = acquireStreamSlot()
    await vi.advanceTimersByTimeAsync(100)
    await fourth
    expect(slots.some((slot) => slot.wanted.aborted)).toBe(true)
  })

  it('waits no longer than its patience, and then for a share only', async () => {
    await Promise.all([acquireStreamSlot(), acquireStreamSlot(), acquireStreamSlot()])
    const asked = acquireStreamSlot({ patienceMs: 3_000 })
    await vi.advanceTimersByTimeAsync(3_000)
    const slot = await asked
    slot.release()
    expect((await locks.query()).pending).toEqual([])
  })

  it('takes no slot for one who has gone', async () => {
    await Promise.all([acquireStreamSlot(), acquireStreamSlot(), acquireStreamSlot()])
    const leaving = new AbortController()
    const asked = acquireStreamSlot({ signal: leaving.signal })
    leaving.abort(new Error('gone'))
    await expect(asked).rejects.toThrow('gone')
    expect((await locks.query()).pending).toEqual([])
    await expect(acquireStreamSlot({ signal: leaving.signal })).rejects.toThrow('gone')
  })

  it.each([
    ['has no locks', {}],
    ['refuses them', { locks: { request: () => Promise.reject(new DOMException('The document has no origin.', 'SecurityError')) } }],
  ])('asks nobody where the browser %s', async (_name, navigator) => {
    vi.stubGlobal('navigator', navigator)
    const slots = await Promise.all(Array.from({ length: 8 }, () => acquireStreamSlot()))
    expect(slots).toHaveLength(8)
  })
})
