import { expect, it } from 'vitest'
import type { DetailLevel } from '#layers/northlight/shared/settings/detail-level.ts'
import { planSurfacing } from '#layers/northlight/shared/surfacing/plan-surfacing.ts'
import type { StepsRow } from '#layers/northlight/shared/surfacing/surfacing-rows.ts'
import {
  block, failed, housekeepingCall, internalCall, longerText, longText, reasoning, redactedReasoning, running, stepStart, text, toMessage, toTimedMessage, userFacingCall,
} from '#layers/northlight/tests/fixtures/messages/message-parts.ts'

interface Options { level?: DetailLevel, running?: boolean }

const planRows = (parts: unknown[], options: Options = {}) => planSurfacing(toMessage(...parts), { level: 1, running: false, ...options }).rows
const planCards = (parts: unknown[], options: Options = {}) => planRows(parts, options).filter((row) => row.kind === 'steps')
const toLines = (card: StepsRow | undefined) => card?.body.map((item) => item.kind === 'tool-line' ? item.label : item.kind)

const list = internalCall('list_runs')
const get = internalCall('get_run')

it('folds neighbouring calls at level 1, over what shows nothing, and lists them from 2 on', () => {
  const parts = [list, stepStart, get, reasoning(''), housekeepingCall(), get]
  expect(planCards(parts)[0]?.body).toMatchObject([
    { key: 'tool-0', label: 'Checked runs, read 2 runs', defaultOpen: false, state: 'done', calls: [{ key: 'call-0' }, { key: 'call-2' }, { key: 'call-5' }] },
  ])
  for (const level of [2, 3] as const) expect(toLines(planCards(parts, { level })[0])).toEqual(['Checked runs', 'Read a run', 'Read a run'])
})

it('ends a fold at a note, at reasoning and at a failed call', () => {
  expect(toLines(planCards([list, get, text('Now.'), list, get, reasoning('Hm'), list, internalCall('get_run', failed('No such run')), list, get, text('So.')])[0])).toEqual([
    'Checked runs, read a run', 'working-note', 'Checked runs, read a run', 'reasoning', 'Checked runs', 'Couldn\'t read the run: No such run', 'Checked runs, read a run',
  ])
})

it('gives a failed call its own line with its reason, in the body and below a closed header', () => {
  const [card] = planCards([list, internalCall('get_run', failed('No such run'))])
  expect(card).toMatchObject({ header: { count: 2, failed: 1 }, defaultOpen: false })
  expect(card?.failures).toMatchObject([{ key: 'tool-1', state: 'failed', label: 'Couldn\'t read the run: No such run', calls: [{ errorText: 'No such run' }] }])
  expect(card?.body).toContain(card?.failures[0])
})

it('gives a running call its own line, which joins the fold under the fold\'s key', () => {
  const before = planCards([list, internalCall('get_run', running)], { running: true })
  expect(before[0]?.body).toMatchObject([{ key: 'tool-0', state: 'done' }, { key: 'tool-1', state: 'running', label: 'Reading a run' }])
  expect(planCards([list, get], { running: true })[0]?.body).toMatchObject([{ key: 'tool-0', label: 'Checked runs, read a run' }])
})

it('takes a call without a result for stopped once the message has ended, and a preliminary one for running until then', () => {
  expect(planCards([internalCall('list_runs', running)])[0]?.body).toMatchObject([{ state: 'stopped', label: 'Couldn\'t check runs: Stopped before it finished' }])
  const preliminary = [internalCall('list_runs', { preliminary: true })]
  expect(planCards(preliminary, { running: true })[0]?.body).toMatchObject([{ state: 'running' }])
  expect(planCards(preliminary)[0]?.body).toMatchObject([{ state: 'done' }])
})

it('leaves a call that a block shows out of the fold at level 1, and lists it from 2 on', () => {
  const parts = [list, get, block('get_run')]
  expect(toLines(planCards(parts)[0])).toEqual(['Checked runs'])
  expect(planCards(parts)[0]).toMatchObject({ header: { count: 2 } })
  expect(toLines(planCards(parts, { level: 2 })[0])).toEqual(['Checked runs', 'Read a run'])
})

it('leaves the fold whole around a call that a block shows, under its key', () => {
  expect(planCards([get, list, get, list, block('get_run')])[0]?.body).toMatchObject([{ key: 'tool-0', calls: [{ key: 'call-1' }, { key: 'call-3' }] }])
})

it('keeps a context call, a call without a result and a call of before on their lines', () => {
  expect(toLines(planCards([internalCall('get_run', { input: { context: true } }), get, block('get_run')])[0])).toEqual(['Read a run'])
  expect(planCards([internalCall('get_run', failed('No')), block('get_run')])).toHaveLength(1)
  expect(toLines(planCards([internalCall('get_run', running), block('get_run')], { running: true })[0])).toEqual(['Reading a run'])
  expect(planCards([get, block('x'), text('So.'), block('get_run')])).toHaveLength(1)
})

it('draws no card without anything in it', () => {
  expect(planCards([get, block('get_run')])).toEqual([])
  expect(planCards([reasoning(' '), housekeepingCall(), text('Two.')])).toEqual([])
  expect(planCards([list, reasoning('Hm'), text('Two.')], { level: 0 })).toEqual([])
})

it('counts calls, or reasoning where there is no call, and housekeeping never', () => {
  expect(planCards([reasoning('One'), reasoning('Two'), housekeepingCall()], { level: 4 })[0]?.header).toEqual({ count: 2, failed: 0 })
  expect(planCards([reasoning('One'), list, housekeepingCall(failed('No'))])[0]?.header).toEqual({ count: 1, failed: 0 })
})

it('gives the time on the last card only, and the start to a live one', () => {
  const message = toTimedMessage({ startedAt: 5, durationMs: 9000 }, list, text(longText), reasoning('Hm'))
  const headers = (isRunning: boolean) => planSurfacing(message, { level: 1, running: isRunning }).rows.flatMap((row) => row.kind === 'steps' ? [row.header] : [])
  expect(headers(false)).toEqual([{ count: 1, failed: 0 }, { count: 1, failed: 0, durationMs: 9000 }])
  expect(headers(true)).toEqual([{ count: 1, failed: 0 }, { count: 1, failed: 0, startedAt: 5 }])
})

it('keeps a run live until the text after it is established, or a user-facing part closes it', () => {
  const live = (...parts: unknown[]) => planCards(parts, { running: true }).map((card) => [card.live, card.defaultOpen])
  expect(live(list, text('Two failed'))).toEqual([[true, true]])
  expect(live(list, text(longText))).toEqual([[false, false]])
  expect(live(list, userFacingCall('comment', running))).toEqual([[false, false]])
  expect(live(list, text('So'), reasoning('Hm'), text(longText), reasoning('And'))).toEqual([[false, false], [false, false], [true, true]])
})

it('ends a run at any text at level 4, where no text joins it', () => {
  expect(planCards([list, text('Two')], { level: 4, running: true })).toMatchObject([{ live: false, defaultOpen: true }])
  expect(planCards([list, stepStart], { level: 4, running: true })).toMatchObject([{ live: true }])
})

it('opens reasoning while it streams, and always from level 3 on', () => {
  const opens = (level: DetailLevel, ...parts: unknown[]) => planCards(parts, { level, running: true })[0]?.body.map((item) => item.kind === 'reasoning' && item.defaultOpen)
  for (const level of [1, 2] as const) expect(opens(level, reasoning('One'), reasoning('Two'))).toEqual([false, true])
  for (const level of [3, 4] as const) expect(opens(level, reasoning('One'), reasoning('Two'))).toEqual([true, true])
})

it('gives redacted reasoning, and a file, a row with nothing to open', () => {
  const file = { type: 'reasoning-file', mediaType: 'image/png', url: 'https://a.example/b/plot.png?x=1' }
  expect(planCards([redactedReasoning, file, { ...file, url: 'data:image/png;base64,A' }], { level: 3 })[0]?.body).toEqual([
    { kind: 'reasoning', key: 'reasoning-0', text: '', streaming: false, defaultOpen: false, redacted: true },
    { kind: 'reasoning', key: 'reasoning-1', text: '', streaming: false, defaultOpen: false, redacted: true, fileName: 'plot.png' },
    { kind: 'reasoning', key: 'reasoning-2', text: '', streaming: false, defaultOpen: false, redacted: true, fileName: 'image/png' },
  ])
})

it('keys a run by its first reasoning or call, even one that shows nothing yet', () => {
  expect(planCards([text('Look.'), reasoning(''), list])[0]?.key).toBe('steps-1')
  expect(planCards([text('Look.'), reasoning('Hm'), list])[0]?.key).toBe('steps-1')
})

it('puts a note above an established text into a card of its own', () => {
  expect(planRows([text('Look.'), text(longerText), list, text('So.')], { level: 2 }).map(({ key }) => key)).toEqual(['steps-0', 'text-1', 'steps-2', 'text-3'])
  expect(planCards([text('Look.'), text(longerText), list, text('So.')])[0]).toMatchObject({ header: { count: 0 }, body: [{ kind: 'working-note' }] })
})

it('shows a housekeeping call at level 4 as a bare line, and inside a card that stands', () => {
  expect(planRows([housekeepingCall(), housekeepingCall(), reasoning('Hm'), housekeepingCall(), text('Two.')], { level: 4 })).toMatchObject([
    { kind: 'tool-line', key: 'tool-0', label: 'Remembered: tea' },
    { kind: 'tool-line', key: 'tool-1' },
    { kind: 'steps', key: 'steps-2', body: [{ key: 'reasoning-2' }, { key: 'tool-3', label: 'Remembered: tea' }] },
    { kind: 'prose', key: 'text-4' },
  ])
})
