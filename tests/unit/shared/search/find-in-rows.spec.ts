import { describe, expect, it } from 'vitest'
import { findInRows, foldRows } from '#layers/northlight/shared/search/find-in-rows.ts'
import { toFindWords, type FindState } from '#layers/northlight/shared/search/to-find-words.ts'
import { toRowTexts } from '#layers/northlight/shared/search/to-row-texts.ts'
import type { DetailLevel } from '#layers/northlight/shared/settings/detail-level.ts'
import { planSurfacing } from '#layers/northlight/shared/surfacing/plan-surfacing.ts'

const internal = { toolMetadata: { northlight: { manner: 'internal' } } }
const userFacing = { toolMetadata: { northlight: { manner: 'user-facing' } } }
const parts = [
  { type: 'reasoning', text: 'A **heron** in thought', state: 'done' },
  { type: 'text', text: 'Looking for the plover', state: 'done' },
  { type: 'tool-get_run', toolCallId: 'c1', state: 'output-error', input: { runId: 'hidden-input' }, errorText: 'There is no bittern', ...internal },
  { type: 'text', text: `The [kingfisher](https://hidden.example) is **gre**en.\n\n| Bird | Place |\n| --- | --- |\n| wren | hedge |\n\n${'It is so. '.repeat(60)}`, state: 'done' },
  { type: 'tool-ask_question', toolCallId: 'c2', state: 'output-available', input: { question: 'Which owl?', choices: ['Barn', 3] }, output: {}, ...userFacing },
  { type: 'tool-write_document', toolCallId: 'c3', state: 'output-available', input: { title: 'Notes', text: '# Of the *curlew*' }, output: {}, ...userFacing },
  { type: 'tool-draft_reply', toolCallId: 'c4', state: 'output-available', input: { to: 'Ann', subject: 'Rook', body: 'Dear' }, output: {}, ...userFacing },
  { type: 'file', filename: 'siskin.png', mediaType: 'image/png', url: '/api/files/a' },
  { type: 'data-unknown', data: { bird: 'avocet' } },
  { type: 'data-error', data: { message: 'The dunlin fell', fix: 'Lift it' } },
  { type: 'data-approval', data: { act: 'ringing' } },
  { type: 'source-url', sourceId: 's1', url: 'https://hidden.example', title: 'The book of terns' },
]

const rowsAt = (level: DetailLevel) => foldRows(toRowTexts(planSurfacing({ id: 'm', role: 'assistant', parts }, { level, running: false })))
const isFound = (level: DetailLevel, ...words: string[]) => findInRows(rowsAt(level), words) !== undefined

describe('finding in what a message shows', () => {
  it.each(['kingfisher', 'green', 'wren', 'owl', 'barn', 'curlew', 'rook', 'ann', 'siskin', 'avocet', 'dunlin', 'ringing', 'terns'])('finds %s at every level', (word) => {
    for (const level of [0, 1, 2, 3, 4] as const) expect(isFound(level, word)).toBe(true)
  })

  it('finds the work where the level shows it, also in a closed card, which then stands for it', () => {
    for (const word of ['bittern', 'plover']) {
      expect(isFound(0, word)).toBe(false)
      expect(isFound(1, word)).toBe(true)
    }
    expect([2, 3, 4].map((level) => isFound(level as DetailLevel, 'heron'))).toContain(true)
    const { key, within } = findInRows(rowsAt(1), ['plover']) ?? {}
    expect(within).toBeDefined()
    expect(key).not.toBe(within)
  })

  it('finds neither marks, nor addresses, nor what a call was given', () => {
    for (const word of ['hidden', '**', '---']) expect(isFound(1, word)).toBe(false)
  })

  it('needs all words, wherever they stand, and gives the first row that has one', () => {
    expect(isFound(1, 'owl', 'nowhere')).toBe(false)
    expect(isFound(1)).toBe(false)
    expect(findInRows(rowsAt(1), ['owl', 'wren'])?.text).toContain('wren')
  })

  it('never throws at what a message may hold', () => {
    const odd = [null, 3, 'text', [], { choices: 3 }].flatMap((input) => ['ask_question', 'write_document', 'draft_reply', 'other'].map((name, index) => ({ type: `tool-${name}`, toolCallId: `${index}`, state: 'output-available', input, output: input, ...userFacing })))
    expect(() => toRowTexts(planSurfacing({ id: 'm', role: 'assistant', parts: odd }, { level: 4, running: false }))).not.toThrow()
  })

  it('takes a person\'s message as it was written', () => {
    const plan = planSurfacing({ id: 'm', role: 'user', parts: [{ type: 'text', text: 'a **b**' }] }, { level: 1, running: false })
    expect(toRowTexts(plan).map(({ text }) => text)).toEqual(['a **b**'])
  })
})

it('toFindWords says how far a search has come', () => {
  const state: FindState = { hasWords: true, count: 17, index: 2, isSearching: false, isLoading: false, hasFailed: false }
  const cases: [Partial<FindState>, string][] = [
    [{}, '3 of 17 messages'],
    [{ count: 1, index: 0 }, '1 of 1 message'],
    [{ isLoading: true }, '3 of 17 messages, reading earlier ones'],
    [{ hasFailed: true }, '3 of 17 messages. Earlier ones could not be loaded'],
    [{ count: 0, index: -1 }, 'No message found'],
    [{ count: 0, index: -1, hasFailed: true }, 'No message found. Earlier ones could not be loaded'],
    [{ count: 0, index: -1, isSearching: true }, 'Searching'],
    [{ count: 0, index: -1, isLoading: true }, 'Reading earlier messages'],
    [{ hasWords: false, count: 0, hasFailed: true }, ''],
  ]
  for (const [change, words] of cases) expect(toFindWords({ ...state, ...change })).toBe(words)
})
