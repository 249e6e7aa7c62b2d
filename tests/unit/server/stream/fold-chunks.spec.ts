import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compactChunks } from '#layers/northlight/shared/messages/compact-chunks.ts'
import type { TurnEvent } from '#layers/northlight/shared/messages/compact-chunks.ts'
import { settleMessage } from '#layers/northlight/shared/messages/settle-message.ts'
import { foldChunks } from '#layers/northlight/server/stream/fold-chunks.ts'
import { toReplay } from '#layers/northlight/server/stream/to-replay.ts'
import { turnChunks } from '#layers/northlight/tests/fixtures/messages/generate-chunks.ts'
import { foldPlainly } from '#layers/northlight/tests/support/fold-plainly.ts'

const id = 'message-1'
const toEvents = (chunks: TurnEvent['chunk'][]): TurnEvent[] => chunks.map((chunk, index) => ({ seq: index + 1, chunk }))

describe('folding a turn', () => {
  it('gives what a browser\'s reducer makes of every chunk', async () => {
    await fc.assert(fc.asyncProperty(turnChunks, async (chunks) => {
      expect(await foldChunks(id, toEvents(chunks))).toEqual(await foldPlainly(id, chunks))
    }), { numRuns: 150 })
  })

  it('gives the same from compacted events, wherever a reader was cut off', async () => {
    await fc.assert(fc.asyncProperty(turnChunks, async (chunks) => {
      const events = toEvents(chunks)
      const whole = await foldPlainly(id, chunks)
      for (let cut = 0; cut <= events.length; cut++) {
        const parts = [compactChunks(events.slice(0, cut)), compactChunks(events.slice(cut))]
        const numbers = parts.flat().map((event) => event.seq)
        expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other))
        expect(parts[0]?.at(-1)?.seq ?? 0).toBe(cut)
        expect(await foldPlainly(id, parts.flat().map((event) => event.chunk))).toEqual(whole)
      }
    }), { numRuns: 25 })
  })

  it('compacts no further a second time', () => {
    fc.assert(fc.property(turnChunks, (chunks) => {
      const once = compactChunks(toEvents(chunks))
      expect(compactChunks(once)).toEqual(once)
    }))
  })

  it('replays a settled message as the same message', async () => {
    await fc.assert(fc.asyncProperty(turnChunks, async (chunks) => {
      const message = settleMessage(await foldChunks(id, toEvents(chunks)))
      const replay = toReplay({ id: 'turn-1', chatId: 'chat-1' }, message)
      expect(replay.ending).toBe('whole')
      expect(await foldPlainly(id, replay.events.map((event) => event.chunk))).toEqual(message)
    }), { numRuns: 150 })
  })

  it('gives a message of what came before a crash, at every point', async () => {
    await fc.assert(fc.asyncProperty(turnChunks, fc.nat(), async (chunks, at) => {
      const events = toEvents(chunks.slice(0, at % (chunks.length + 1)))
      const message = settleMessage(await foldChunks(id, events))
      expect([message.id, message.role]).toEqual([id, 'assistant'])
      expect(JSON.stringify(message.parts.map((part) => part.state))).not.toMatch(/"(?:streaming|input-streaming|input-available)"/)
    }), { numRuns: 150 })
  })
})
