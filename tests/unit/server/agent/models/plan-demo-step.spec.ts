import type { LanguageModelV4Prompt } from '@ai-sdk/provider'
import { expect, it } from 'vitest'
import { planDemoStep } from '#layers/northlight/server/agent/models/demo/plan-demo-step.ts'
import { readConversation } from '#layers/northlight/server/agent/models/demo/read-conversation.ts'
import { toStreamParts } from '#layers/northlight/server/agent/models/demo/to-stream-parts.ts'

const counters = { tests: 2, passed: 1, failed: 1, skipped: 0, flaky: 0, isDemo: false }
const runs = ['Nightly, long', 'Nightly', 'Weekly'].map((title, index) => ({ id: `run-${index}`, title, ...counters }))

const user = (text: string): LanguageModelV4Prompt[number] => ({ role: 'user', content: [{ type: 'text', text }] })
const callOf = (toolCallId: string, toolName: string, input: unknown, value: object): LanguageModelV4Prompt => [
  { role: 'assistant', content: [{ type: 'tool-call', toolCallId, toolName, input }] },
  { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output: { type: 'json', value: JSON.parse(JSON.stringify(value)) as never } }] },
]
const list = callOf('c1', 'list_runs', { limit: 10 }, { runs })
const asked: LanguageModelV4Prompt = [user('Show a run'), ...list, ...callOf('c2', 'ask_question', { question: 'Which?', choices: ['Nightly, long', ' Nightly', 'Weekly', 'Gone'] }, { asked: true })]

const plan = (...more: LanguageModelV4Prompt) => planDemoStep(readConversation([...asked, ...more]))

it('reads the run of exactly the title that was chosen', () => {
  expect(plan(user(' Nightly '), ...list).calls).toEqual([{ toolName: 'get_run', input: { runId: 'run-1', show: 'failed' } }])
})

it('says so when that run is not among the newest any more', () => {
  expect(plan(user('Gone'), ...list)).toEqual({ text: expect.stringContaining('can\'t find that run') })
})

it('answers another message after a question by what it says', () => {
  expect(plan(user('Hello')).text).toContain('built-in demo model')
  expect(plan(user('Which tests are flaky in Nightly?')).reasoning).toContain('flaky')
  expect(plan(user('Nightly'), { role: 'assistant', content: [{ type: 'text', text: 'One failed.' }] }, user('Nightly')).text).toContain('built-in demo model')
})

it('gives a long input in pieces that are the input together', () => {
  const input = { title: 'Summary', text: 'Zwei Tests sind gescheitert 🙂 '.repeat(20) }
  const deltas = toStreamParts({ calls: [{ toolName: 'write_document', input }] }, 1, 0).flatMap((part) => part.type === 'tool-input-delta' ? [part.delta] : [])
  expect(deltas.length).toBeGreaterThan(10)
  expect(deltas.every((delta) => delta.isWellFormed())).toBe(true)
  expect(JSON.parse(deltas.join(''))).toEqual(input)
})
