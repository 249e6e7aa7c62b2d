import { describe, expect, it } from 'vitest'
import { planAnnouncements as planWholeAnnouncements } from '#layers/northlight/shared/announcements/plan-announcements.ts'
import type { MessagePlan, StepsRow, SurfacingRow, ToolLineState } from '#layers/northlight/shared/surfacing/surfacing-rows.ts'

function toPlan(rows: SurfacingRow[], fields: Partial<MessagePlan> = {}): MessagePlan {
  return { id: 'm1', role: 'assistant', level: 1, running: true, rows, ...fields }
}

function toSteps(...calls: { key: string, label: string, state: ToolLineState }[]): StepsRow {
  return {
    kind: 'steps', key: 'steps-0', live: true, defaultOpen: true, header: { count: calls.length, failed: 0 }, failures: [],
    body: calls.map((call) => ({
      kind: 'tool-line', defaultOpen: false, ...call, calls: [{ ...call, toolName: 'list_runs', input: {}, output: {} }],
    })),
  }
}

const planAnnouncements = (before: MessagePlan[], after: MessagePlan[]) => planWholeAnnouncements(before, after).map(({ text }) => text)

const answer: SurfacingRow = { kind: 'prose', key: 'text-1', tone: 'answer', text: 'Two failed.', streaming: false }
const question: SurfacingRow = {
  kind: 'user-facing', key: 'tool-2', slot: 'question',
  part: { type: 'tool-ask_question', state: 'output-available', input: { question: 'Which one?' } },
}
const running = toSteps({ key: 'tool-0', label: 'Checking runs', state: 'running' })
const done = toSteps({ key: 'tool-0', label: 'Checked 12 runs', state: 'done' })

describe('planAnnouncements', () => {
  it('says that work has begun, once', () => {
    const plan = toPlan([])
    expect(planAnnouncements([], [plan])).toEqual(['Working'])
    expect(planAnnouncements([plan], [toPlan([running])])).toEqual([])
  })

  it('says each finished step once, in the line’s own words', () => {
    expect(planAnnouncements([toPlan([running])], [toPlan([done])])).toEqual(['Checked 12 runs'])
    expect(planAnnouncements([toPlan([done])], [toPlan([done, answer])])).toEqual([])
  })

  it('never reads text as it streams', () => {
    const growing: SurfacingRow = { kind: 'prose', key: 'text-1', tone: 'provisional', text: 'Two', streaming: true }
    expect(planAnnouncements([toPlan([growing])], [toPlan([{ ...growing, text: 'Two failed' }])])).toEqual([])
  })

  it('says a question; an ask is told of by what knows how it stands', () => {
    const approval: SurfacingRow = { ...question, key: 'tool-3', slot: 'approval', part: { type: 'tool-x', state: 'approval-requested' } }
    expect(planAnnouncements([toPlan([])], [toPlan([question, approval])])).toEqual(['Question: Which one?'])
  })

  it.each([
    ['done', 'Answer ready'], ['stopped', 'Stopped'], ['interrupted', 'Interrupted'], ['failed', 'Failed'], ['waiting', 'Waiting for you'],
  ] as const)('says how a turn ended: %s', (outcome, words) => {
    expect(planAnnouncements([toPlan([answer])], [toPlan([answer], { running: false, metadata: { outcome } })])).toEqual([words])
  })

  it('calls nothing an answer that ends by asking', () => {
    const after = (...rows: SurfacingRow[]) => toPlan(rows, { running: false, metadata: { outcome: 'done' } })
    expect(planAnnouncements([toPlan([answer, question])], [after(answer, question)])).toEqual(['Waiting for you'])
    expect(planAnnouncements([toPlan([question, answer])], [after(question, answer)])).toEqual(['Answer ready'])
  })

  it('takes an answer for the place that was kept for it, and says all of a turn that ended at once', () => {
    const awaited = toPlan([], { id: 'awaited' })
    const question = toPlan([], { id: 'q', role: 'user', running: false })
    expect(planAnnouncements([question, awaited], [question, toPlan([done])])).toEqual(['Checked 12 runs'])
    expect(planAnnouncements([question, awaited], [question, toPlan([done, answer], { running: false, metadata: { outcome: 'done' } })]))
      .toEqual(['Checked 12 runs', 'Answer ready'])
  })

  it('says nothing of earlier messages that come in with an answer', () => {
    const earlier = toPlan([done, answer], { id: 'm0', running: false, metadata: { outcome: 'done' } })
    const asked = toPlan([], { id: 'q', role: 'user', running: false })
    expect(planAnnouncements([asked, toPlan([], { id: 'awaited' })], [earlier, asked, toPlan([running])])).toEqual([])
  })

  it('says that a queued message is worked on, where the answer before it ends in the same moment', () => {
    const ended = toPlan([answer], { running: false, metadata: { outcome: 'done' } })
    expect(planAnnouncements([toPlan([answer])], [ended, toPlan([], { id: 'q2', role: 'user', running: false }), toPlan([], { id: 'awaited' })]))
      .toEqual(['Answer ready', 'Working'])
  })

  it.each([
    ['done', 'polite'], ['stopped', 'polite'], ['waiting', 'polite'], ['failed', 'assertive'], ['interrupted', 'assertive'],
  ] as const)('X04 says %s in the %s region', (outcome, urgency) => {
    expect(planWholeAnnouncements([toPlan([answer])], [toPlan([answer], { running: false, metadata: { outcome } })])).toMatchObject([{ urgency }])
  })

  it('says why a turn failed, and that nothing was answered', () => {
    const error: SurfacingRow = { kind: 'user-facing', key: 'data-1', slot: 'error', part: { type: 'data-error', data: { message: 'No model.' } } }
    const closing: SurfacingRow = { kind: 'outcome', key: 'outcome', outcome: 'finished-without-reply', canContinue: false }
    expect(planAnnouncements([toPlan([])], [toPlan([error], { running: false })])).toEqual(['Failed: No model.'])
    expect(planAnnouncements([toPlan([])], [toPlan([closing], { running: false })])).toEqual(['Finished without a reply'])
  })

  it('says nothing of history, of a person’s own message or of a change of level', () => {
    const settled = toPlan([done, answer], { running: false })
    expect(planAnnouncements([], [settled, toPlan([], { id: 'm2', role: 'user', running: false })])).toEqual([])
    expect(planAnnouncements([toPlan([], { level: 0 })], [toPlan([done, question], { level: 2 })])).toEqual([])
  })
})
