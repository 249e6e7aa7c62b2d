import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import { parseTranscript } from '#layers/northlight/shared/messages/parse-transcript.ts'
import { storedMessageSchema } from '#layers/northlight/shared/messages/stored-message.ts'

/** A value that can be found again in what came of it. */
const marker = fc.uuid()

const blocks = fc.oneof(
  marker,
  fc.record({ type: fc.constantFrom('text', 'input_text', 'output_text', 'reasoning'), text: marker, extra: marker }, { requiredKeys: ['type', 'text'] }),
  fc.record({ type: fc.constant('thinking'), thinking: marker, signature: marker }),
  fc.record({ type: fc.constantFrom('tool_use', 'tool-call', 'image_url', 'refusal'), id: marker, input: fc.record({ query: marker }) }),
  fc.record({ text: fc.integer(), note: marker }),
)
const content = fc.oneof(marker, fc.array(blocks, { maxLength: 4 }))
const toolCalls = fc.array(fc.record({ id: marker, function: fc.record({ name: marker, arguments: marker }) }), { maxLength: 2 })

const contentMessages = fc.record({
  role: fc.constantFrom('user', 'assistant', 'system', 'developer', 'human', 'ai', 'tool', 'function', 'data'), content, id: fc.oneof(marker, fc.integer()), tool_calls: toolCalls,
  toolInvocations: fc.array(fc.record({ state: fc.constant('result'), toolName: marker, args: marker, result: marker }), { maxLength: 2 }),
  experimental_attachments: fc.array(fc.record({ name: marker, contentType: marker, url: marker, extra: marker }, { requiredKeys: ['url'] }), { maxLength: 2 }),
  reasoning: marker, name: marker, parts: fc.constant(null),
}, { requiredKeys: ['role', 'content'] })
const types = fc.constantFrom('human', 'ai', 'system', 'tool', 'function')
const langChainMessages = fc.oneof(
  fc.record({ type: types, content, id: marker, additional_kwargs: fc.record({ odd: marker }), tool_calls: toolCalls }, { requiredKeys: ['type', 'content'] }),
  fc.record({ type: types, data: fc.record({ content, response_metadata: fc.record({ odd: marker }) }) }),
  fc.record({ lc: fc.constant(1), type: fc.constant('constructor'), id: fc.constantFrom('HumanMessage', 'AIMessage', 'AIMessageChunk', 'ToolMessage').map((name) => ['langchain_core', 'messages', name]), kwargs: fc.record({ content, odd: marker }) }),
)
const mastraMessages = fc.record({
  id: marker, role: fc.constantFrom('user', 'assistant'), threadId: marker,
  content: fc.record({ format: fc.constant(2), parts: fc.array(fc.record({ type: marker, text: marker })), content: marker, metadata: fc.record({ odd: marker }) }),
})
const uiMessages = fc.record({ id: fc.anything(), role: fc.constantFrom('user', 'assistant', 'system'), parts: fc.array(fc.record({ type: fc.string(), data: fc.anything() })), metadata: fc.anything(), content: marker }, { requiredKeys: ['role', 'parts'] })

const importedSchema = storedMessageSchema.omit({ id: true })

function findMarkers(value: unknown): string[] {
  return JSON.stringify(value).match(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g) ?? []
}

describe('a transcript', () => {
  it('of UI messages is given back as it is, the very objects', () => {
    fc.assert(fc.property(fc.array(uiMessages), (messages) => {
      for (const [index, message] of parseTranscript(messages).entries()) expect(message).toBe(messages[index])
    }))
  })

  it('of any other shape becomes messages of ours, and loses nothing that it held', () => {
    fc.assert(fc.property(fc.array(fc.oneof(contentMessages, langChainMessages, mastraMessages), { minLength: 1, maxLength: 4 }), (messages) => {
      const parsed = parseTranscript(messages)
      expect(parsed).toHaveLength(messages.length)
      for (const message of parsed) expect(importedSchema.safeParse(message).success).toBe(true)
      const kept = findMarkers(parsed)
      expect(findMarkers(messages).filter((id) => !kept.includes(id))).toEqual([])
      expect(parseTranscript(parsed)).toEqual(parsed)
    }), { numRuns: 1_000 })
  })

  it('of anything at all is read or refused with one line, changed never', () => {
    fc.assert(fc.property(fc.array(fc.oneof(fc.jsonValue(), contentMessages.map(({ content: _content, ...others }) => others), fc.record({ role: fc.anything(), parts: fc.anything(), content: fc.anything() }))), (messages) => {
      const before = JSON.stringify(messages)
      try {
        for (const message of parseTranscript(messages)) expect(importedSchema.safeParse(message).success).toBe(true)
      }
      catch (error) {
        expect(error).toBeInstanceOf(NorthlightError)
        expect((error as NorthlightError).code).toBe('transcript-invalid')
        expect((error as NorthlightError).message).toMatch(/^(?:Message \d+|Part \d+ of message \d+|The content of message \d+) [^\n]{1,120}\.$/)
      }
      expect(JSON.stringify(messages)).toBe(before)
    }), { numRuns: 1_000 })
  })
})
