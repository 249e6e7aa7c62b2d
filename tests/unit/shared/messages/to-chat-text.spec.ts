import { expect, it } from 'vitest'
import { toChatText } from '#layers/northlight/shared/messages/to-chat-text.ts'

it('toChatText takes what was asked and answered, each under its speaker, and none of the work', () => {
  const text = toChatText([
    { id: 'q', role: 'user', parts: [{ type: 'text', text: 'What *failed*?' }] },
    { id: 'a', role: 'assistant', parts: [{ type: 'reasoning', text: 'Hidden', state: 'done' }, { type: 'text', text: 'Two tests.', state: 'done' }] },
  ])
  expect(text).toBe('## You\n\nWhat *failed*?\n\n## Answer\n\nTwo tests.')
})

it('toChatText takes the blocks of an answer along', () => {
  const block = { type: 'data-block', id: 'b', data: { id: 'b', kind: 'runs', tool: 'list_runs', runs: [{ id: 'run-a', title: 'Nightly' }] } }
  expect(toChatText([{ id: 'a', role: 'assistant', parts: [{ type: 'text', text: 'One run.', state: 'done' }, block] }])).toBe('## Answer\n\nOne run.\n\n**Test runs**\n\n| Title |\n| --- |\n| Nightly |')
})
