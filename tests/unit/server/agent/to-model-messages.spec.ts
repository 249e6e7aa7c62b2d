import { modelMessageSchema } from 'ai'
import type { ModelMessage } from 'ai'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { settleMessage } from '#layers/northlight/shared/messages/settle-message.ts'
import type { StoredMessage } from '#layers/northlight/shared/messages/stored-message.ts'
import { toModelMessages } from '#layers/northlight/server/agent/to-model-messages.ts'

type ContentPart = Exclude<ModelMessage['content'], string>[number]

const fieldName = fc.constantFrom('text', 'toolName', 'input', 'output', 'errorText', 'approval', 'url', 'mediaType', 'data', 'providerMetadata', 'callProviderMetadata', 'providerExecuted', 'preliminary', 'rawInput')
const partType = fc.constantFrom('text', 'reasoning', 'tool-look', 'tool-', 'tool-not a name!', 'dynamic-tool', 'file', 'step-start', 'data-x', 'source-url', 'custom', 'steering-message', 'unheard-of')
const partState = fc.constantFrom('input-streaming', 'input-available', 'approval-requested', 'approval-responded', 'output-available', 'output-error', 'output-denied', 'odd')
const callId = fc.constantFrom('c1', 'c2', 'c1-2')
const part = fc.tuple(partType, partState, callId, fc.dictionary(fieldName, fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constant({ forged: true }))))
  .map(([type, state, toolCallId, more]) => ({ text: 't', state, toolCallId, toolName: 'look', ...more, type }))
const message = fc.record({ id: fc.constant('m'), role: fc.constantFrom<StoredMessage['role']>('user', 'assistant', 'system'), parts: fc.array(part, { maxLength: 6 }) })

describe('what history tells a model', () => {
  it('is a prompt that any provider takes, whatever was imported', async () => {
    await fc.assert(fc.asyncProperty(fc.array(message, { maxLength: 5 }), async (history) => {
      const frozen = JSON.stringify(history)
      const messages = await toModelMessages(history.map((stored) => settleMessage(stored)))
      expect(JSON.stringify(history)).toBe(frozen)
      for (const told of messages) {
        expect(modelMessageSchema.safeParse(told).error).toBeUndefined()
        expect(told.role).not.toBe('system')
        expect(told.content.length).toBeGreaterThan(0)
      }
      const parts = messages.flatMap<ContentPart>((told) => typeof told.content === 'string' ? [] : told.content)
      const calls = parts.filter((told) => told.type === 'tool-call')
      expect(parts.filter((told) => told.type === 'tool-result').map((told) => told.toolCallId)).toEqual(calls.map((told) => told.toolCallId))
      expect(new Set(calls.map((told) => told.toolCallId)).size).toBe(calls.length)
      expect([...new Set(parts.map((told) => told.type))].filter((type) => !['text', 'tool-call', 'tool-result'].includes(type))).toEqual([])
      for (const call of calls) expect(call.toolName).toMatch(/^[\w-]{1,64}$/)
      for (const told of parts) expect('providerOptions' in told ? told.providerOptions : undefined).toBeUndefined()
      for (const call of calls) expect([call.providerExecuted ?? false, typeof call.input]).toEqual([false, 'object'])
    }), { numRuns: 500 })
  })

  it('is what was said, and calls with their results, in order', async () => {
    const told = await toModelMessages([
      { id: 'u', role: 'user', parts: [{ type: 'text', text: 'What failed?' }] },
      { id: 'a', role: 'assistant', parts: [
        { type: 'step-start' },
        { type: 'reasoning', text: 'Hm.', state: 'done' },
        { type: 'text', text: 'Let me look.', state: 'done' },
        { type: 'tool-list_runs', toolCallId: 'c1', state: 'output-available', input: { limit: 1 }, output: { runs: [] }, toolMetadata: { northlight: { manner: 'internal' } } },
        { type: 'dynamic-tool', toolName: 'list_rnus', toolCallId: 'c2', state: 'output-error', input: 'not json', errorText: 'There is no such tool.' },
        { type: 'step-start' },
        { type: 'text', text: 'Nothing.', state: 'done' },
        { type: 'data-error', data: {} },
      ] },
    ])
    expect(told).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'What failed?' }] },
      { role: 'assistant', content: [
        { type: 'text', text: 'Let me look.' },
        { type: 'tool-call', toolCallId: 'c1', toolName: 'list_runs', input: { limit: 1 } },
        { type: 'tool-call', toolCallId: 'c2', toolName: 'list_rnus', input: {} },
      ] },
      { role: 'tool', content: [
        { type: 'tool-result', toolCallId: 'c1', toolName: 'list_runs', output: { type: 'json', value: { runs: [] } } },
        { type: 'tool-result', toolCallId: 'c2', toolName: 'list_rnus', output: { type: 'error-text', value: 'There is no such tool.' } },
      ] },
      { role: 'assistant', content: [{ type: 'text', text: 'Nothing.' }] },
    ])
  })
})
