import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { toCallWords, toFoldWords, toReceiptWords } from '#layers/northlight/shared/surfacing/tool-words.ts'
import type { WordedCall } from '#layers/northlight/shared/surfacing/tool-words.ts'

vi.setConfig({ testTimeout: 60_000 })

const toCall = (toolName: string, fields: Partial<WordedCall> = {}): WordedCall => ({ toolName, state: 'done', input: {}, output: {}, ...fields })

it.each([
  [toCall('list_runs', { state: 'running' }), 'Checking runs'],
  [toCall('list_runs', { output: { runs: Array(12).fill({}) } }), 'Checked 12 runs'],
  [toCall('list_runs', { output: { runs: [1] } }), 'Checked 1 run'],
  [toCall('list_runs', { output: { runs: [] } }), 'Checked runs, none found'],
  [toCall('list_runs', { output: 'garbage' }), 'Checked runs'],
  [toCall('get_run', { state: 'running' }), 'Reading a run'],
  [toCall('get_run', { output: { run: { title: ' Nightly\n build ' } } }), 'Read run Nightly build'],
  [toCall('get_run', { output: { title: 'Nightly' } }), 'Read run Nightly'],
  [toCall('get_run', { output: { run: 3 } }), 'Read a run'],
  [toCall('remember', { state: 'running' }), 'Noting'],
  [toCall('remember', { output: { receipt: 'Remembered: tea' } }), 'Remembered: tea'],
  [toCall('remember'), 'Remembered'],
  [toCall('ask_question', { state: 'running' }), 'Asking'],
  [toCall('ask_question', { input: { question: 'Which one?' } }), 'Asked: Which one?'],
  [toCall('ask_question', { input: null }), 'Asked'],
  [toCall('list_runs', { state: 'failed', errorText: 'Which dot?\n More than one exists.' }), 'Couldn\'t check runs: Which dot? More than one exists.'],
  [toCall('list_runs', { state: 'stopped' }), 'Couldn\'t check runs'],
  [toCall('search_law', { state: 'running' }), 'Using search law'],
  [toCall('searchLaw'), 'Used search law'],
  [toCall('mcp__court.search-law', { state: 'failed', errorText: 'No' }), 'Couldn\'t use mcp court search law: No'],
  [toCall('x1', { title: 'Law Search' }), 'Used Law Search'],
  [toCall('__'), 'Used a tool'],
  [toCall('constructor'), 'Used constructor'],
])('words a call: %o', (call, words) => {
  expect(toCallWords(call)).toBe(words)
})

it('folds several calls into one line, a noun phrase a tool', () => {
  expect(toFoldWords([toCall('list_runs', { output: { runs: [1, 2] } })])).toBe('Checked 2 runs')
  expect(toFoldWords([toCall('list_runs'), toCall('get_run'), toCall('list_runs'), toCall('get_run')])).toBe('Checked runs, read 2 runs')
  expect(toFoldWords([toCall('search_law'), toCall('fetch'), toCall('list_runs'), toCall('search_law'), toCall('ask', { title: 'Oracle' })])).toBe('Used search law 2 times, fetch and Oracle, checked runs')
  expect(toFoldWords([])).toBe('')
})

it('lets a housekeeping call speak by its receipt, else its reason, else its own words', () => {
  expect(toReceiptWords(toCall('log_time', { output: { receipt: 'Time entry proposed' } }))).toBe('Time entry proposed')
  expect(toReceiptWords(toCall('log_time', { output: { receipt: 3 } }))).toBe('Used log time')
  expect(toReceiptWords(toCall('log_time', { state: 'failed', errorText: 'No such matter' }))).toBe('No such matter')
  expect(toReceiptWords(toCall('log_time', { state: 'stopped' }))).toBe('Couldn\'t use log time')
  expect(toReceiptWords(toCall('log_time', { state: 'running', output: { receipt: 'Early' } }))).toBe('Using log time')
})

it('never throws, and says something on one line of bearable length, whatever the call brings', () => {
  const callArbitrary = fc.record({
    toolName: fc.oneof(fc.constantFrom('list_runs', 'get_run', 'remember', 'ask_question', '__proto__'), fc.string({ unit: 'binary' })),
    title: fc.option(fc.string({ unit: 'binary', maxLength: 600 }), { nil: undefined }),
    state: fc.constantFrom('running', 'done', 'failed', 'stopped'),
    input: fc.anything(),
    output: fc.oneof(fc.anything(), fc.record({ receipt: fc.anything(), run: fc.anything(), runs: fc.anything() })),
    errorText: fc.option(fc.string({ maxLength: 2000 }), { nil: undefined }),
  }) satisfies fc.Arbitrary<WordedCall>
  fc.assert(fc.property(callArbitrary, fc.array(callArbitrary, { minLength: 2, maxLength: 4 }), (call, calls) => {
    for (const words of [toCallWords(call), toReceiptWords(call), toFoldWords(calls)]) {
      expect(words.trim()).not.toBe('')
      expect(words).not.toMatch(/[\r\n]/)
    }
    expect(toCallWords(call).length).toBeLessThan(600)
  }), { numRuns: 2000 })
})
