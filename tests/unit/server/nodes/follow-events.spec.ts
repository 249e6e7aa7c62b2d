import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TurnEvent } from '#layers/northlight/shared/messages/compact-chunks.ts'
import { followEvents } from '#layers/northlight/server/nodes/follow-events.ts'
import { createLiveTurn } from '#layers/northlight/server/stream/live-turn.ts'

const ids = { turnId: 'turn-1', chatId: 'chat-1', messageId: 'message-1' }
const follow = () => {
  const live = createLiveTurn(ids)
  return { live, events: followEvents(live) }
}
const toEvents = (length: number): TurnEvent[] => Array.from({ length }, (_, index) => ({
  seq: index + 1, chunk: index === length - 1 ? { type: 'finish' } : { type: 'text-delta', id: 't', delta: `${index} ` },
}))

/** What a follower may get to see of a turn: pieces that came sooner, lost, doubled and in any order, and rows so far. */
const turnArbitrary = fc.integer({ min: 1, max: 40 }).chain((length) => fc.record({
  length: fc.constant(length),
  steps: fc.array(fc.oneof(
    fc.record({ kind: fc.constant('sooner' as const), from: fc.nat(length), count: fc.nat(8) }),
    fc.record({ kind: fc.constant('stored' as const), upTo: fc.nat(length) }),
  ), { maxLength: 60 }),
}))

describe('the events of a turn that another server writes', () => {
  it('come once and in order, whatever came sooner, twice or not at all', () => {
    fc.assert(fc.property(turnArbitrary, ({ length, steps }) => {
      const all = toEvents(length)
      const { live, events } = follow()
      for (const step of steps) {
        if (step.kind === 'sooner') events.takeSooner(all.slice(step.from, step.from + step.count))
        else expect(events.takeStored(all.slice(events.stored, Math.max(step.upTo, events.stored)))).toBe(true)
        expect(live.events).toEqual(all.slice(0, live.events.length))
        expect(live.events.length).toBeGreaterThanOrEqual(events.stored)
      }
      expect(events.takeStored(all.slice(events.stored))).toBe(true)
      expect(live.events).toEqual(all)
      expect(events.isWhole()).toBe(true)
    }))
  })

  it('are shown at once where nothing is between', () => {
    const { live, events } = follow()
    const all = toEvents(6)
    events.takeStored(all.slice(0, 2))
    events.takeSooner([...all.slice(4, 5)])
    expect(live.events).toHaveLength(2)
    events.takeSooner(all.slice(2, 4))
    expect(live.events).toEqual(all.slice(0, 5))
    expect(events.isWhole()).toBe(false)
  })

  it('are not whole when what was shown is not what is stored', () => {
    fc.assert(fc.property(fc.integer({ min: 2, max: 20 }), fc.nat(18), (length, place) => {
      const all = toEvents(length)
      const index = place % length
      const { events } = follow()
      events.takeSooner(all.map((event) => event.seq === index + 1 ? { ...event, chunk: { type: 'text-delta', id: 't', delta: 'lost' } } : event))
      expect(events.takeStored(all)).toBe(false)
    }))
  })

  it('are not whole when more was shown than is stored, or the end is not there', () => {
    const all = toEvents(5)
    const more = follow().events
    more.takeSooner(all)
    more.takeStored(all.slice(0, 4))
    expect(more.isWhole()).toBe(false)
    const open = follow().events
    open.takeStored(all.slice(0, 4))
    expect(open.isWhole()).toBe(false)
  })

  it('have no hole', () => {
    expect(follow().events.takeStored(toEvents(4).slice(1))).toBe(false)
  })
})
