import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toCopyText } from '#layers/northlight/shared/messages/to-copy-text.ts'
import { toMessageMarkdown } from '#layers/northlight/shared/messages/to-message-markdown.ts'
import { messageArbitrary } from '#layers/northlight/tests/fixtures/messages/generate-message.ts'
import { redactedReasoning, text, toMessage, userFacingCall } from '#layers/northlight/tests/fixtures/messages/message-parts.ts'

it.each<[string, unknown, string[]]>([
  ['a document', userFacingCall('write_document', { input: { title: 'Lease *2*', text: '# Terms\n\nTen years.' } }), ['**Document: Lease \\*2\\***', '> ### Terms\n>\n> Ten years.']],
  ['a draft of a reply', userFacingCall('draft_reply', { input: { to: 'ann@example.org', subject: 'Terms', body: 'Dear Ann,\nyes.' } }), ['**Draft of a reply**', 'To: ann@example.org', 'Subject: Terms', '> Dear Ann,\n> yes.']],
  ['a document that isn\'t one', userFacingCall('write_document', { input: 5, output: null }), ['**Wrote', 'Input:', '```json\n5\n```', 'Result:', '```json\nnull\n```']],
  ['a question', userFacingCall('ask_question', { input: { question: 'Which run?', choices: ['Monday', '<b>'] } }), ['**Question: Which run?**', '- Monday\n- \\<b\\>']],
  ['an error', { type: 'data-error', data: { message: 'The model did not answer.', fix: 'Try again.' } }, ['**Failed:** The model did not answer. Try again.']],
  ['reasoning that is not shown', redactedReasoning, ['> **Reasoned**\n>\n> Not shown by the provider.']],
  ['a file without an address to follow', { type: 'file', filename: 'a.html', mediaType: 'text/html', url: 'javascript:alert(1)' }, ['File: a.html (text/html)']],
  ['a foreign call', { type: 'data-imported', data: { name: 'count_files' } }, ['**imported**', '```json\n{\n  "name": "count_files"\n}\n```']],
])('writes %s to be read', (_name, part, expected) => {
  const blocks = toMessageMarkdown(toMessage(part))
  expect(blocks).toHaveLength(expected.length)
  for (const [index, block] of expected.entries()) expect(blocks[index]).toContain(block)
})

it('never throws, and holds every answer of the message', () => {
  fc.assert(fc.property(messageArbitrary, (message) => {
    const written = toMessageMarkdown(message).join('\n\n')
    const texts = message.parts.flatMap((part) => (part as { type?: unknown, text?: unknown } | null)?.type === 'text' ? String((part as { text?: unknown }).text ?? '') : [])
    for (const words of texts.filter((words) => /^[\w ,.]+$/.test(words))) expect(written).toContain(words.trim())
  }))
})

it('a copy takes the answer alone, as it was written; with the work all of the message', () => {
  const answer = '# Result\n\n<b>raw</b> | table'
  const message = { id: 'm', role: 'assistant' as const, parts: [{ type: 'reasoning', text: 'Hidden.' }, text(answer)] }
  expect(toCopyText(message, false)).toBe(answer)
  expect(toCopyText(message, true)).toBe('> **Reasoned**\n>\n> Hidden.\n\n### Result\n\n&lt;b>raw&lt;/b> | table')
})
