import { expect, it } from 'vitest'
import type { DetailLevel } from '#layers/northlight/shared/settings/detail-level.ts'
import { planSurfacing } from '#layers/northlight/shared/surfacing/plan-surfacing.ts'
import type { SurfacingRow } from '#layers/northlight/shared/surfacing/surfacing-rows.ts'
import {
  failed, housekeepingCall, internalCall, longText, reasoning, running, source, stepStart, text, toMessage, toTimedMessage, userFacingCall,
} from '#layers/northlight/tests/fixtures/messages/message-parts.ts'

interface Options { level?: DetailLevel, running?: boolean }

const planRows = (parts: unknown[], options: Options = {}) => planSurfacing(toMessage(...parts), { level: 1, running: false, ...options }).rows
const ofKind = <Kind extends SurfacingRow['kind']>(kind: Kind, rows: SurfacingRow[]) => rows.filter((row) => row.kind === kind)
const list = internalCall('list_runs')

const liveText = (level: DetailLevel, ...parts: unknown[]) => {
  const row = planRows(parts, { level, running: true }).at(-1)
  return row?.kind === 'live-line' ? row.text : undefined
}

it('gives a chip the note\'s text, else the call\'s receipt, else its failure\'s reason', () => {
  const texts = (...parts: unknown[]) => planRows(parts).flatMap((row) => row.kind === 'housekeeping-note' ? [[row.text, row.failed]] : [])
  expect(texts(text('Two failed.'), housekeepingCall(), text('Noted.'))).toEqual([['Noted.', false]])
  expect(texts(text('Two failed.'), housekeepingCall())).toEqual([['Remembered: tea', false]])
  expect(texts(housekeepingCall(failed('The store is full')))).toEqual([['The store is full', true]])
  expect(texts(housekeepingCall({ output: null }), housekeepingCall(running))).toEqual([['Remembered', false], ['Stopped before it finished', true]])
  expect(texts(housekeepingCall({ ...failed(' '), errorText: undefined }))).toEqual([['Couldn\'t note that', true]])
})

it('gives the note of two calls to the last, and the other its receipt', () => {
  const rows = planRows([text('Two failed.'), housekeepingCall(), housekeepingCall(), text('Noted.')])
  expect(rows).toMatchObject([{ kind: 'prose' }, { key: 'housekeeping-1', text: 'Remembered: tea' }, { key: 'housekeeping-2', text: 'Noted.' }])
})

it('opens a chip to its call from level 1 on', () => {
  expect(ofKind('housekeeping-note', planRows([housekeepingCall()], { level: 0 }))[0]).not.toHaveProperty('call')
  for (const level of [1, 2, 3] as const) expect(planRows([housekeepingCall()], { level })[0]).toMatchObject({ call: { key: 'call-0', output: { receipt: 'Remembered: tea' } } })
})

it('shows a chip once its call has ended, with its receipt until the turn has', () => {
  const parts = [text(longText), housekeepingCall(), text('Noted')]
  expect(ofKind('housekeeping-note', planRows([housekeepingCall(running)], { running: true }))).toEqual([])
  expect(planRows(parts, { running: true })).toMatchObject([{ key: 'text-0' }, { key: 'text-2', tone: 'provisional' }, { text: 'Remembered: tea' }])
})

it('gathers the sources at the foot, each once, and links only what may be a link', () => {
  const rows = planRows([source('https://a.example', 'A'), text('Two.'), source('https://a.example', 'Again'), source('javascript:alert(1)', 'B'),
    { type: 'source-document', sourceId: 'd', mediaType: 'text/plain', title: ' ', filename: 'c.txt' }, source(''), source('mailto:d@e.example')])
  expect(rows).toEqual([expect.objectContaining({ kind: 'prose' }), {
    kind: 'sources',
    key: 'sources',
    sources: [
      { key: 'source-0', title: 'A', url: 'https://a.example' },
      { key: 'source-3', title: 'B' },
      { key: 'source-4', title: 'c.txt' },
      { key: 'source-6', title: 'mailto:d@e.example', url: 'mailto:d@e.example' },
    ],
  }])
})

it.each([
  [undefined, 'finished-without-reply', false],
  ['done', 'finished-without-reply', false],
  ['stopped', 'stopped', true],
  ['interrupted', 'interrupted', true],
  ['failed', 'interrupted', true],
])('closes a message that left nothing to read, at every level: %s', (outcome, expected, canContinue) => {
  for (const level of [0, 1, 4] as const) {
    const { rows } = planSurfacing(toTimedMessage({ outcome }, list, reasoning('Hm'), housekeepingCall()), { level, running: false })
    expect(rows.at(-1)).toEqual({ kind: 'outcome', key: 'outcome', outcome: expected, canContinue })
  }
})

it('closes no message that left an answer or a user-facing part', () => {
  expect(ofKind('outcome', planRows([text('Two.'), list]))).toEqual([])
  expect(ofKind('outcome', planRows([list, { type: 'data-error', data: {} }]))).toEqual([])
})

it('says at level 0 the newest whole line of a note or provisional text', () => {
  expect(liveText(0)).toBe('Working')
  expect(liveText(0, text('Let me'))).toBe('Working')
  expect(liveText(0, text('Let me look.\nThen I'))).toBe('Let me look.')
  expect(liveText(0, text('Let me look.'), stepStart)).toBe('Let me look.')
  expect(liveText(0, text('Let me look.\n \n'), list)).toBe('Let me look.')
  expect(liveText(0, text('Look.'), list, text('Now the'))).toBe('Look.')
})

it('says "Working" at level 0 once an established text follows the note, to the last moment', () => {
  expect(planRows([text('Look.'), list, text(longText)], { level: 0, running: true })).toMatchObject([{ kind: 'prose' }, { kind: 'live-line', text: 'Working' }])
  expect(ofKind('live-line', planRows([text('Look.'), list, text(longText)], { level: 0 }))).toEqual([])
})

it('does not go back over an answer for a line', () => {
  expect(liveText(0, text('Look.'), list, text('Two failed.'), housekeepingCall(), text('Not'))).toBe('Working')
})

it('says from level 1 on that it works, where no row does', () => {
  for (const level of [1, 2, 3, 4] as const) {
    expect(liveText(level)).toBe('Working')
    expect(liveText(level, list)).toBeUndefined()
    expect(liveText(level, text('Two'))).toBeUndefined()
    expect(liveText(level, text(longText), stepStart)).toBe('Working')
    expect(liveText(level, list, userFacingCall('comment', running))).toBe('Working')
    expect(liveText(level, housekeepingCall(running))).toBe('Working')
  }
})

it('still says that it works while all of a beginning is a mark that is held back', () => {
  for (const beginning of ['##', '-', '**', '| Suite | Failed |']) {
    expect(planRows([text(beginning)], { running: true })).toMatchObject([{ kind: 'live-line' }])
    expect(planRows([text(beginning)])).toMatchObject([{ kind: 'prose', text: beginning }])
    expect(planRows([text(beginning), list], { level: 4, running: true })[0]).toMatchObject({ kind: 'prose' })
  }
  expect(planRows([text('## What')], { running: true })).toMatchObject([{ kind: 'prose' }])
})
