import { expect, it } from 'vitest'
import { toChatText } from '#layers/northlight/shared/messages/to-chat-text.ts'

it('toChatText takes what was asked and answered, each under its speaker, and none of the work', () => {
  const text = toChatText([
    { id: 'q', role: 'user', parts: [{ type: 'text', text: 'What *failed*?' }] },
    { id: 'a', role: 'assistant', parts: [{ type: 'reasoning', text: 'Hidden', state: 'done' }, { type: 'text', text: 'Two tests.', state: 'done' }] },
  ])
  expect(text).toBe('## You\n\nWhat *failed*?\n\n## Answer\n\nTwo tests.')
})
