import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { removeWork } from '#layers/northlight/shared/messages/remove-work.ts'
import type { StoredMessage } from '#layers/northlight/shared/messages/stored-message.ts'
import { classifyParts } from '#layers/northlight/shared/surfacing/classify-parts.ts'
import { planSurfacing } from '#layers/northlight/shared/surfacing/plan-surfacing.ts'
import { messageArbitrary } from '#layers/northlight/tests/fixtures/messages/generate-message.ts'
import type { GeneratedMessage } from '#layers/northlight/tests/fixtures/messages/generate-message.ts'

/** Rows without their keys, which come from the parts' places. */
const toRows = (message: StoredMessage) => JSON.stringify(planSurfacing(message, { level: 0, running: false }).rows, (name, value: unknown) => name === 'key' ? undefined : value)

const toMessage = (generated: GeneratedMessage) => ({ ...generated, parts: generated.parts.filter((part) => typeof (part as { type?: unknown } | null)?.type === 'string') }) as StoredMessage

const toClasses = (message: StoredMessage) => new Map(classifyParts(message, { running: false }).map((partClass, index) => [message.parts[index], partClass]))

describe('a message without its work', () => {
  it('reads at "Answer only" as the whole one does; only a short answer may have become the note of the call that now stands before it', () => {
    fc.assert(fc.property(messageArbitrary.map(toMessage), (message) => {
      const without = removeWork(message)
      const before = toClasses(message)
      const changes = [...toClasses(without)].filter(([part, partClass]) => before.get(part) !== partClass)
      expect(changes.filter(([part, partClass]) => before.get(part) !== 'answer' || partClass !== 'housekeeping-note')).toEqual([])
      if (changes.length === 0) expect(toRows(without)).toBe(toRows(message))
      expect(removeWork(without)).toEqual(without)
    }), { numRuns: 1_000 })
  })

  it('keeps the very parts that it keeps', () => {
    const answer = { type: 'text', text: 'Done.', odd: { z: 1, a: 2 } }
    const message: StoredMessage = { id: 'a', role: 'assistant', parts: [{ type: 'reasoning', text: 'Hm.' }, { type: 'tool-x', toolCallId: 'c', state: 'output-available', input: {}, output: {} }, answer] }
    expect(removeWork(message).parts).toEqual([answer])
    expect(removeWork(message).parts[0]).toBe(answer)
  })
})
