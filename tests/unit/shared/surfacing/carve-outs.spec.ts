import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { planSurfacing } from '#layers/northlight/shared/surfacing/plan-surfacing.ts'
import type { MessagePlan } from '#layers/northlight/shared/surfacing/surfacing-rows.ts'
import { messageArbitrary } from '#layers/northlight/tests/fixtures/messages/generate-message.ts'
import {
  block, failed, housekeepingCall, internalCall, longText, reasoning, stepStart, text, toMessage, userFacingCall,
} from '#layers/northlight/tests/fixtures/messages/message-parts.ts'
import { levels, toIndex, toRanks } from './read-plan.ts'

vi.setConfig({ testTimeout: 60_000 })

const numRuns = 500

/** A generated message with some parts put in at a place of their own. */
function putInto(...parts: unknown[]) {
  return fc.record({ message: messageArbitrary, place: fc.nat({ max: 12 }), running: fc.boolean() }).map(({ message, place, running }) => {
    const index = Math.min(place, message.parts.length)
    return { message: { ...message, parts: message.parts.toSpliced(index, 0, ...parts) }, index, running }
  })
}

/** The row that stands for a part by itself, outside any card. */
function findOwnRow(plan: MessagePlan, index: number) {
  return plan.rows.find((row) => row.kind === 'user-facing' && toIndex(row.key) === index)
}

const ask = { state: 'approval-requested', approval: { id: 'a' }, output: undefined }
const answered = { state: 'approval-responded', approval: { id: 'a', approved: true }, output: undefined }

const writes = {
  'a comment that was posted': userFacingCall('post_comment', { output: { posted: true } }),
  'a deletion that failed': userFacingCall('delete_matter', failed('Not allowed')),
  'a denied deletion': userFacingCall('delete_matter', { state: 'output-denied', approval: { id: 'a', approved: false } }),
}

it.each(Object.entries(writes))('S01 %s leaves a row of its own at every level, whatever stands round it', (_name, call) => {
  fc.assert(fc.property(putInto(call), ({ message, index, running }) => {
    for (const level of levels) {
      if (!findOwnRow(planSurfacing(message, { level, running }), index)) expect.fail(`no trace at level ${level}`)
    }
  }), { numRuns })
})

it('S01 a housekeeping write leaves a chip, or its line, at every level', () => {
  fc.assert(fc.property(putInto(housekeepingCall()), ({ message, index, running }) => {
    for (const level of levels) {
      if (!toRanks(planSurfacing(message, { level, running })).has(index)) expect.fail(`no trace at level ${level}`)
    }
  }), { numRuns })
})

it.each([
  ['waits', userFacingCall('post_comment', ask)], ['was answered', userFacingCall('post_comment', answered)],
  ['waits in an internal tool', internalCall('post_comment', ask)], ['is data', { type: 'data-approval', data: {} }],
])('S02 an approval that %s stands outside every card at every level', (_name, part) => {
  fc.assert(fc.property(putInto(internalCall('list_runs'), part, internalCall('get_run')), ({ message, index, running }) => {
    for (const level of levels) {
      const plan = planSurfacing(message, { level, running })
      const row = findOwnRow(plan, index + 1)
      if (row?.kind !== 'user-facing') return expect.fail(`no row of its own at level ${level}`)
      // A turn that has ended without the call settles an ask that was answered.
      if (running && row.slot !== 'approval') expect.fail(`drawn as ${row.slot} at level ${level}`)
    }
  }), { numRuns })
})

it.each([
  ['a question', userFacingCall('ask_question', { input: { question: 'Which run?' } })], ['an approval', userFacingCall('post_comment', ask)],
])('S05 the words right before %s are shown at every level', (_name, gate) => {
  fc.assert(fc.property(putInto(internalCall('list_runs'), text('These two ran today.'), stepStart, gate), ({ message, index, running }) => {
    for (const level of levels) {
      const rank = toRanks(planSurfacing(message, { level, running })).get(index + 1) ?? 0
      if (rank < 4) expect.fail(`shown at rank ${rank} at level ${level}`)
    }
  }), { numRuns })
})

it('V10 at level 0 a failure of the turn, a failed write, an ask and the answer stay, and the work goes', () => {
  const parts = [
    reasoning('Let me think.'), internalCall('list_runs'), internalCall('get_run', failed('No such run')), userFacingCall('post_comment', failed('Refused')),
    userFacingCall('post_comment', ask), block('list_runs'), text(longText), { type: 'data-error', data: { message: 'The model did not answer.' } },
  ]
  const rows = planSurfacing(toMessage(...parts), { level: 0, running: false }).rows
  expect(rows.map((row) => row.kind === 'user-facing' ? row.slot : row.kind)).toEqual(['receipt', 'approval', 'block', 'prose', 'error'])
})

it('R21 a turn made only of work is never empty: live it says that it works, over it says that it has no reply', () => {
  const work = fc.array(fc.constantFrom(reasoning('Let me think.'), internalCall('list_runs'), internalCall('get_run', failed('No')), stepStart), { maxLength: 8 })
  fc.assert(fc.property(work, (parts) => {
    const toKinds = (running: boolean) => planSurfacing(toMessage(...parts), { level: 0, running }).rows.map((row) => row.kind)
    expect(toKinds(true)).toEqual(['live-line'])
    expect(toKinds(false)).toEqual(['outcome'])
  }))
})
