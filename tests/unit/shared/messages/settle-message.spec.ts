import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { settleMessage, stoppedErrorText } from '#layers/northlight/shared/messages/settle-message.ts'
import { messageArbitrary } from '#layers/northlight/tests/fixtures/messages/generate-message.ts'

vi.setConfig({ testTimeout: 60_000 })

const settleParts = (...parts: unknown[]) => settleMessage({ parts }).parts

it('ends streaming text and reasoning, and keeps empty parts', () => {
  const parts = [{ type: 'text', text: 'Half a', state: 'streaming' }, { type: 'reasoning', text: '', state: 'streaming' }, { type: 'text', text: '' }]
  expect(settleParts(...parts)).toEqual([{ type: 'text', text: 'Half a', state: 'done' }, { type: 'reasoning', text: '', state: 'done' }, { type: 'text', text: '' }])
})

it.each(['input-streaming', 'input-available'])('ends a call in %s as stopped', (state) => {
  const part = { type: 'tool-list_runs', toolCallId: 'c', state, input: { limit: 1 }, toolMetadata: { northlight: { manner: 'internal' } } }
  expect(settleParts(part)).toEqual([{ ...part, state: 'output-error', errorText: 'Stopped before it finished' }])
})

it('ends a dynamic call too, and drops what only a stream that goes on could use', () => {
  const part = { type: 'dynamic-tool', toolName: 'x', toolCallId: 'c', state: 'input-streaming', input: { a: 1 }, rawInput: '{"a":1', inputEncoding: 'json' }
  expect(settleParts(part)).toEqual([{ type: 'dynamic-tool', toolName: 'x', toolCallId: 'c', state: 'output-error', input: { a: 1 }, errorText: stoppedErrorText }])
})

it('leaves a waiting ask waiting', () => {
  const message = { parts: [{ type: 'tool-comment', state: 'approval-requested', approval: { id: 'a' } }] }
  expect(settleMessage(message)).toBe(message)
})

it('ends an answered ask that never got its result: stopped after a yes, denied after a no', () => {
  const toPart = (approved: boolean) => ({ type: 'tool-comment', state: 'approval-responded', approval: { id: 'a', approved } })
  expect(settleParts(toPart(true), toPart(false))).toEqual([
    { ...toPart(true), state: 'output-error', errorText: stoppedErrorText },
    { ...toPart(false), state: 'output-denied' },
  ])
})

it('leaves finished calls and parts that it does not know alone', () => {
  const message = {
    parts: [null, 7, 'text', {}, { type: 5, state: 'streaming' }, { type: 'steering-message', state: 'streaming' },
      { type: 'text' }, { type: 'data-text', state: 'streaming' }, { type: 'tool-x', state: 'output-available' },
      { type: 'tool-x', state: 'output-denied' }, { type: 'tool-x', state: 'unheard-of' }],
  }
  expect(settleMessage(message)).toBe(message)
})

it('keeps the rest of the message, and the parts that were settled', () => {
  const done = { type: 'text', text: 'Done', state: 'done' }
  const settled = settleMessage({ id: 'm', metadata: { a: 1 }, parts: [done, { type: 'text', text: 'x', state: 'streaming' }] })
  expect(settled).toMatchObject({ id: 'm', metadata: { a: 1 } })
  expect(settled.parts[0]).toBe(done)
})

it('is idempotent, changes nothing that it was given, and leaves nothing open', () => {
  fc.assert(fc.property(messageArbitrary, (message) => {
    const copy = structuredClone(message)
    const settled = settleMessage(message)
    expect(message).toEqual(copy)
    expect(settleMessage(settled)).toBe(settled)
    expect(settled.parts).toHaveLength(message.parts.length)
    for (const part of settled.parts) {
      if (String(Object(part).type).startsWith('tool-')) expect(['input-streaming', 'input-available', 'approval-responded']).not.toContain(Object(part).state)
    }
  }), { numRuns: 1000 })
})
