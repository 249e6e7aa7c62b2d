import { expect, it } from 'vitest'
import { measureLeastMs } from '#layers/northlight/tests/support/measure-least.ts'
import type { DetailLevel } from '#layers/northlight/shared/settings/detail-level.ts'
import { planSurfacing } from '#layers/northlight/shared/surfacing/plan-surfacing.ts'
import { placementAnswer, placementMessage } from '#layers/northlight/tests/fixtures/messages/placement-message.ts'
import { block, failed, internalCall, longText, reasoning, text, toMessage, toTimedMessage } from '#layers/northlight/tests/fixtures/messages/message-parts.ts'

const plan = (level: DetailLevel) => planSurfacing(placementMessage, { level, running: false })

const answer = { kind: 'prose', key: 'text-5', tone: 'answer', text: placementAnswer, streaming: false }
const chip = { kind: 'housekeeping-note', key: 'housekeeping-7', text: 'Noted for next time.', failed: false }
const listCall = { key: 'call-2', toolName: 'list_runs', state: 'done', label: 'Checked 2 runs', input: { limit: 2 } }
const getCall = { key: 'call-4', toolName: 'get_run', state: 'done', label: 'Read run Nightly' }
const rememberCall = { key: 'call-7', toolName: 'remember', state: 'done', label: 'Remembered: Nightly fails in three places' }
const listLine = { kind: 'tool-line', key: 'tool-2', calls: [listCall], defaultOpen: false, label: listCall.label, state: 'done' }
const getLine = { kind: 'tool-line', key: 'tool-4', calls: [getCall], defaultOpen: false, label: getCall.label, state: 'done' }
const firstNote = { kind: 'working-note', key: 'text-1', text: 'Let me check the runs.' }
const secondNote = { kind: 'working-note', key: 'text-3', text: 'The newest one failed, so I will read it.' }
const toThought = (defaultOpen: boolean) => ({ kind: 'reasoning', key: 'reasoning-6', text: 'The reader may want this kept.', streaming: false, defaultOpen, redacted: false })
const toCard = (key: string, defaultOpen: boolean, header: unknown, body: unknown) => ({ kind: 'steps', key, live: false, defaultOpen, header, body, failures: [] })

it('places the fixture at level 0: the answer and the chip alone', () => {
  expect(plan(0).rows).toEqual([answer, chip])
})

it.each([
  { level: 1 as const, open: false, thoughtOpen: false },
  { level: 2 as const, open: true, thoughtOpen: false },
  { level: 3 as const, open: true, thoughtOpen: true },
])('places the fixture at level $level: notes and calls in a card, the answer, the thought, the chip with its call', ({ level, open, thoughtOpen }) => {
  expect(plan(level).rows).toMatchObject([
    toCard('steps-2', open, { count: 2, failed: 0 }, [firstNote, listLine, secondNote, getLine]),
    answer,
    toCard('steps-6', open, { count: 1, failed: 0, durationMs: 16_000 }, [toThought(thoughtOpen)]),
    { ...chip, call: rememberCall },
  ])
})

it('places the fixture at level 4: every text as prose, the housekeeping call in place', () => {
  const rememberLine = { kind: 'tool-line', key: 'tool-7', calls: [rememberCall], defaultOpen: false, label: rememberCall.label, state: 'done' }
  expect(plan(4).rows).toMatchObject([
    { kind: 'prose', key: 'text-1', tone: 'answer', text: firstNote.text },
    toCard('steps-2', true, { count: 1, failed: 0 }, [listLine]),
    { kind: 'prose', key: 'text-3', tone: 'answer', text: secondNote.text },
    toCard('steps-4', true, { count: 1, failed: 0 }, [getLine]),
    answer,
    toCard('steps-6', true, { count: 1, failed: 0, durationMs: 16_000 }, [toThought(true), rememberLine]),
    { kind: 'prose', key: 'text-8', tone: 'answer', text: 'Noted for next time.' },
  ])
})

it('carries what the transcript needs beside the rows', () => {
  expect(plan(1)).toMatchObject({ id: 'message-placement', role: 'assistant', level: 1, running: false, metadata: { durationMs: 16_000 } })
  const unreadable = planSurfacing(toTimedMessage({ startedAt: 'soon' }), { level: 1, running: true })
  expect(unreadable).not.toHaveProperty('metadata')
})

it('shows a person\'s message as it was sent, at every level', () => {
  const file = { type: 'file', url: 'https://a.example/a.png', mediaType: 'image/png', filename: 'a.png' }
  const message = { ...toMessage(text('Look'), file, internalCall('x'), text('')), role: 'user' as const }
  for (const level of [0, 4] as const) {
    expect(planSurfacing(message, { level, running: true })).toMatchObject({
      role: 'user',
      running: false,
      rows: [
        { kind: 'prose', tone: 'answer', text: 'Look', streaming: false },
        { kind: 'user-facing', slot: 'file', part: file },
        { kind: 'user-facing', slot: 'fallback', part: { type: 'tool-x' } },
      ],
    })
  }
  expect(planSurfacing({ ...message, parts: [] }, { level: 1, running: false }).rows).toEqual([])
})

it('shows provisional text in place from level 1 on, without its tone at 4, and in no row at 0', () => {
  const rows = (level: DetailLevel) => planSurfacing(toMessage(text('Two')), { level, running: true }).rows
  expect(rows(0)).toEqual([{ kind: 'live-line', key: 'live-line', text: 'Working' }])
  for (const level of [1, 2, 3] as const) expect(rows(level)).toEqual([{ kind: 'prose', key: 'text-0', tone: 'provisional', text: 'Two', streaming: true }])
  expect(rows(4)).toEqual([{ kind: 'prose', key: 'text-0', tone: 'answer', text: 'Two', streaming: true }])
})

it('lets the last part alone stream, and never in a message that has ended', () => {
  const parts = [text(longText), { type: 'source-url', url: 'https://a.example' }]
  const streams = (...all: unknown[]) => planSurfacing(toMessage(...all), { level: 1, running: true }).rows.map((row) => row.kind === 'prose' && row.streaming)
  expect(streams(...parts)).toEqual([true, false])
  expect(streams(...parts, { type: 'step-start' })).toEqual([false, false, false])
  const settled = planSurfacing(toMessage({ type: 'text', text: 'Half', state: 'streaming' }), { level: 1, running: false })
  expect(settled.rows).toMatchObject([{ streaming: false }])
})

it('keeps the rows of a run, and its key, when a text joins it', () => {
  const parts = [internalCall('list_runs'), text('Now the newest.'), internalCall('get_run')]
  const before = planSurfacing(toMessage(...parts.slice(0, 2)), { level: 1, running: true })
  const after = planSurfacing(toMessage(...parts), { level: 1, running: true }, before)
  expect(before.rows.map(({ key }) => key)).toEqual(['steps-0', 'text-1'])
  expect(after.rows).toMatchObject([{ key: 'steps-0', live: true, body: [{ key: 'tool-0' }, { key: 'text-1' }, { key: 'tool-2' }] }])
})

it('plans 2,000 parts in time that grows with their number', () => {
  const measure = (fours: number) => {
    const parts = Array.from({ length: fours }, () => [text('Let me look.'), internalCall('list_runs', { output: { runs: Array(1000).fill(1) } }), reasoning('Hm'), internalCall('x', failed('No'))]).flat()
    const message = toMessage(...parts, block('list_runs'), text(longText))
    let previous = planSurfacing(message, { level: 1, running: true })
    return measureLeastMs(() => previous = planSurfacing(message, { level: 1, running: true }, previous))
  }
  const [small, large] = [measure(60), measure(500)]
  console.log(`Planned 240 parts in ${small.toFixed(2)} ms, 2,000 in ${large.toFixed(2)} ms.`)
  // Eight times as many parts: in square time it would be 64 times.
  expect(large / small).toBeLessThan(24)
})
