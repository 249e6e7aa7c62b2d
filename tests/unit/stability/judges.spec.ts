import { describe, expect, it } from 'vitest'
import type { FrameSample, Recording, RowSample } from '#layers/northlight/tests/e2e/support/stability/frame-sample.ts'
import { judgeFlicker } from '#layers/northlight/tests/e2e/support/stability/judge-flicker.ts'
import { judgeGrowth } from '#layers/northlight/tests/e2e/support/stability/judge-growth.ts'
import { judgeBlanks, judgeOrder } from '#layers/northlight/tests/e2e/support/stability/judge-layout.ts'
import { judgePlace } from '#layers/northlight/tests/e2e/support/stability/judge-place.ts'
import { judgeRecording, measureCalm } from '#layers/northlight/tests/e2e/support/stability/judge-recording.ts'
import { judgeSettled } from '#layers/northlight/tests/e2e/support/stability/judge-settled.ts'

const texts = ['', 'Two tests', 'Two tests failed', 'Three tests failed']
const row = (key: string, top: number, bottom: number, fields: Partial<RowSample> = {}): RowSample =>
  ({ key, parent: key.includes(':') ? key.slice(0, key.indexOf(':')) : '', element: Number.parseInt(key, 36) + key.length, kind: key.includes(':') ? 'answer' : 'message assistant', top, bottom, state: '', label: '', text: 0, ...fields })
const answer = (top: number, fields: Partial<RowSample> = {}) => row('a:text', top, top + 80, fields)
const line = (top: number, fields: Partial<RowSample> = {}) => row('a:live-line', top, top + 20, { kind: 'live-line', label: 'Working', ...fields })

/** Frames 100 ms apart of an end that is in view. */
function record(...frames: { rows: RowSample[], fields?: Partial<FrameSample> }[]): Recording {
  return {
    texts,
    frames: frames.map(({ rows, fields }, index) => ({
      at: index * 100, transcript: 0, level: '1', levelChanges: 0, busy: true, scrollTop: 100, scrollHeight: 700, clientHeight: 600, clientWidth: 800,
      reserve: 0, reader: 'following', moved: 0, rows: [row('a', 0, 120), ...rows], ...fields,
    })),
  }
}
const up = (rows: RowSample[], fields: Partial<FrameSample> = {}) => ({ rows, fields: { reader: 'up' as const, ...fields } })
const says = (faults: { says: string }[]) => faults.map((fault) => fault.says)

describe('place', () => {
  it('is kept for who reads above, whatever the reader moves', () => {
    expect(judgePlace(record(up([answer(10)]), up([answer(40)], { moved: 30 }), up([line(0), answer(40)], { moved: 30 })))).toEqual([])
  })
  it('is lost by a jump, and by steps too small to see', () => {
    expect(says(judgePlace(record(up([answer(10)]), up([answer(15)]))))).toContain('a:text is moved by 5.0 px under a reader')
    expect(says(judgePlace(record(up([answer(10)]), up([answer(10.8)]), up([answer(11.6)]))))).toEqual(['a:text is moved by 1.6 px under a reader'])
  })
  it('is lost where another level takes it elsewhere', () => {
    expect(judgePlace(record(up([answer(10)], { scrollHeight: 2_000 }), up([answer(70)], { level: '4', levelChanges: 1, scrollHeight: 2_000 })))).not.toEqual([])
  })
  it('is not told where a change of the level went by unseen', () => {
    for (const fields of [{ levelChanges: 2 }, { levelChanges: 1, moved: 10 }]) {
      expect(judgePlace(record(up([answer(10)], { scrollHeight: 2_000 }), up([answer(70)], { scrollHeight: 2_000, ...fields })))).toEqual([])
    }
  })
  it('is the end for who follows', () => {
    expect(judgePlace(record({ rows: [answer(10)] }, { rows: [answer(60)] }))).toEqual([])
    expect(says(judgePlace(record({ rows: [answer(10)] }, { rows: [answer(10)], fields: { scrollHeight: 730 } })))).toEqual(['the end is followed, and 30.0 px below the view'])
  })
  it('is kept and no longer followed where another level takes the end out of view', () => {
    const far = { level: '4', levelChanges: 1, scrollHeight: 2_000 }
    expect(judgePlace(record({ rows: [answer(10)] }, { rows: [answer(10)], fields: far }, { rows: [answer(10)], fields: far }))).toEqual([])
    expect(judgePlace(record({ rows: [answer(10)] }, { rows: [answer(10)], fields: far }, { rows: [answer(50)], fields: far }))).not.toEqual([])
  })
})

describe('order', () => {
  it('has rows below each other', () => {
    expect(judgeOrder(record({ rows: [answer(0), line(80)] }))).toEqual([])
    expect(says(judgeOrder(record({ rows: [answer(0), line(75)] })))).toEqual(['a:live-line stands 5.0 px over a:text'])
    expect(says(judgeOrder(record({ rows: [row('a:text', 50, 40)] })))).toEqual(['a:text has a negative height'])
  })
})

describe('blanks', () => {
  it('has something of the running message in view', () => {
    expect(judgeBlanks(record({ rows: [answer(0)] }, up([row('a:text', -300, -200), line(10)])))).toEqual([])
    expect(says(judgeBlanks(record({ rows: [] })))).toEqual(['nothing is in view'])
    expect(says(judgeBlanks(record({ rows: [row('a:text', 10, 10)] })))).toEqual(['nothing is in view'])
    expect(says(judgeBlanks(record(up([row('a:text', 900, 990)]))))).toEqual(['nothing is in view'])
  })
  it('has an answer from the send on, and one that is not out of sight', () => {
    expect(says(judgeBlanks(record({ rows: [row('b', 200, 300, { kind: 'message user' }), row('b:text', 200, 300)] })))).toEqual(['a question is last, without an answer'])
    expect(says(judgeBlanks(record({ rows: [answer(0), row('b', 700, 800), row('b:text', 700, 800)] })))).toEqual(['nothing of b is in view'])
  })
  it('looks at the frame in which the turn has ended, and at none after it', () => {
    const quiet = { rows: [], fields: { busy: false } }
    expect(says(judgeBlanks(record({ rows: [answer(0)] }, quiet, quiet)))).toEqual(['nothing is in view'])
  })
})

describe('flicker', () => {
  it('is a label or a state that goes and comes back at once', () => {
    const call = { kind: 'tool-line', label: 'Working' }
    const [working, checking] = [{ rows: [answer(0, call)] }, { rows: [answer(0, { ...call, label: 'Checking' })] }]
    expect(judgeFlicker(record(working, checking))).toEqual([])
    expect(says(judgeFlicker(record(working, checking, working)))).toEqual(['a:text goes from "Working " to "Checking " and back'])
    expect(says(judgeFlicker(record({ rows: [answer(0, { state: 'open' })] }, { rows: [answer(0, { state: 'closed' })] }, { rows: [answer(0, { state: 'open' })] })))).toHaveLength(1)
    expect(judgeFlicker(record(working, checking, checking, checking, checking, checking, checking, working))).toEqual([])
    expect(judgeFlicker(record({ rows: [line(0)] }, { rows: [line(0, { label: 'Let me look.' })] }, { rows: [line(0)] }))).toEqual([])
  })
  it('is a row that is gone for a while, and a live line that gives way to nothing for a moment', () => {
    const none = { rows: [line(0)] }
    expect(says(judgeFlicker(record({ rows: [line(0), answer(20)] }, none, { rows: [line(0), answer(20)] })))).toEqual(['a:text was gone for 200 ms'])
    expect(says(judgeFlicker(record({ rows: [answer(0), line(80)] }, { rows: [answer(0)] }, { rows: [answer(0), line(80)] })))).toEqual(['a:live-line was gone for 200 ms'])
    expect(judgeFlicker(record({ rows: [answer(0), line(80)] }, { rows: [answer(0, { text: 1 })] }, { rows: [answer(0, { text: 1 }), line(80)] }))).toEqual([])
  })
  it('is an element that is made anew, unless text joins a card or a chat gets its own page', () => {
    expect(says(judgeFlicker(record({ rows: [answer(0)] }, { rows: [answer(0, { element: 99 })] })))).toEqual(['a:text was made anew'])
    expect(judgeFlicker(record({ rows: [answer(0)] }, { rows: [answer(0, { element: 99, kind: 'working-note' })] }))).toEqual([])
    expect(judgeFlicker(record({ rows: [answer(0)] }, { rows: [answer(0, { element: 99 })], fields: { transcript: 1 } }))).toEqual([])
  })
  it('is a message that goes from the view and leaves its place to nobody', () => {
    const placeholder = row('b', 120, 160)
    expect(says(judgeFlicker(record({ rows: [placeholder] }, { rows: [] })))).toEqual(['the message b has gone from the view'])
    expect(judgeFlicker(record({ rows: [placeholder] }, { rows: [row('c', 120, 160)] }))).toEqual([])
    expect(judgeFlicker(record({ rows: [placeholder] }, { rows: [row('c', 125, 160)] }))).toHaveLength(1)
    expect(judgeFlicker(record({ rows: [row('b', 900, 950)] }, { rows: [] }, { rows: [row('b', 900, 950)] }))).toEqual([])
  })
})

describe('what has settled', () => {
  it('keeps its height', () => {
    expect(judgeSettled(record({ rows: [answer(0)] }, { rows: [row('a:text', 0, 90, { text: 1 })] }))).toEqual([])
    expect(says(judgeSettled(record({ rows: [answer(0)] }, { rows: [row('a:text', 0, 83)] })))).toEqual(['a:text holds the same and is 3.0 px higher'])
  })
  it('keeps its distances', () => {
    expect(judgeSettled(record({ rows: [answer(0), line(80)] }, { rows: [answer(30), line(110)] }))).toEqual([])
    expect(says(judgeSettled(record({ rows: [answer(0), line(80)] }, { rows: [answer(0), line(82)] })))).toEqual(['a:live-line stands 2.0 px farther from a:text'])
  })
})

describe('growth', () => {
  it('only adds to what can be read', () => {
    expect(judgeGrowth(record({ rows: [answer(0, { text: 1 })] }, { rows: [answer(0, { text: 2, kind: 'working-note' })] }))).toEqual([])
    expect(says(judgeGrowth(record({ rows: [answer(0, { text: 2 })] }, { rows: [answer(0, { text: 3 })] })))).toEqual(['a:text takes back what it showed: "Two tests failed", then "Three tests failed"'])
    expect(judgeGrowth(record({ rows: [answer(0, { text: 2 })] }, { rows: [answer(0, { text: 1 })] }))).toHaveLength(1)
  })
})

it('puts all faults in the order of time, and counts what was seen', () => {
  const recording = record(up([answer(10)]), up([answer(15)]), up([answer(15, { element: 99 })]))
  expect(judgeRecording(recording)).toEqual([
    '100 ms: a:text is moved by 5.0 px under a reader', '100 ms: a:text is moved by 5.0 px under a reader', '200 ms: a:text is moved by 5.0 px under a reader', '200 ms: a:text was made anew',
  ])
  expect(measureCalm(recording)).toEqual({ frames: 3, worstShift: 5 })
})
