import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { settleMessage } from '#layers/northlight/shared/messages/settle-message.ts'
import type { DetailLevel } from '#layers/northlight/shared/settings/detail-level.ts'
import { classifyParts } from '#layers/northlight/shared/surfacing/classify-parts.ts'
import { planSurfacing } from '#layers/northlight/shared/surfacing/plan-surfacing.ts'
import type { MessagePlan } from '#layers/northlight/shared/surfacing/surfacing-rows.ts'
import { messageArbitrary } from '#layers/northlight/tests/fixtures/messages/generate-message.ts'
import type { GeneratedMessage } from '#layers/northlight/tests/fixtures/messages/generate-message.ts'
import { assertEqual, isLiveRow, levels, toIndex, toKeys, toOrder, toPrefixes, toRanks } from './read-plan.ts'

vi.setConfig({ testTimeout: 60_000 })

const numRuns = 1000

/** Every level, running and settled, of every prefix of a generated message. */
function checkPlans(check: (plan: MessagePlan, message: GeneratedMessage, running: boolean, level: DetailLevel) => void): void {
  fc.assert(fc.property(messageArbitrary, fc.boolean(), (message, running) => {
    for (const prefix of toPrefixes(message)) {
      for (const level of levels) check(planSurfacing(prefix, { level, running }), prefix, running, level)
    }
  }), { numRuns })
}

it('shows of each part at every level at least what the level below shows', () => {
  fc.assert(fc.property(messageArbitrary, fc.boolean(), (message, running) => {
    const ranks = levels.map((level) => toRanks(planSurfacing(message, { level, running })))
    for (const [level, lower] of ranks.slice(0, -1).entries()) {
      for (const [index, rank] of lower) expect(ranks[level + 1]?.get(index) ?? 0, `part ${index} at ${level + 1}`).toBeGreaterThanOrEqual(rank)
    }
  }), { numRuns })
})

it('V09 keeps the order of the parts, chips aside', () => {
  checkPlans((plan) => {
    const order = toOrder(plan)
    assertEqual(order, order.toSorted((first, second) => first - second), 'order')
  })
})

it('gives every row, item and call a key of its own', () => {
  checkPlans((plan) => {
    const keys = plan.rows.flatMap(toKeys)
    if (new Set(keys).size !== keys.length) expect.fail(`keys repeat: ${keys.join(' ')}`)
  })
})

it('shows every user-facing part at every level, whole and the same', () => {
  checkPlans((plan, message, running) => {
    const indexes = classifyParts(message, { running }).flatMap((partClass, index) => partClass === 'user-facing' ? [index] : [])
    const rows = plan.rows.filter((row) => row.kind === 'user-facing')
    assertEqual(rows.map(({ key }) => toIndex(key)), indexes, 'user-facing parts')
    assertEqual(rows, planSurfacing(message, { level: 4, running }).rows.filter((row) => row.kind === 'user-facing'), 'user-facing rows')
  })
})

it('is never empty, and says that it works exactly once at level 0 and where nothing else does', () => {
  checkPlans((plan, _message, running, level) => {
    if (plan.rows.length === 0) expect.fail('an empty plan')
    const lines = plan.rows.filter((row) => row.kind === 'live-line').length
    const expected = running && (level === 0 || !plan.rows.some(isLiveRow)) ? 1 : 0
    if (lines !== expected) expect.fail(`${lines} live lines at level ${level}, not ${expected}`)
    if (lines === 1) assertEqual(plan.rows.at(-1)?.kind, 'live-line', 'the last row')
    if (!running && plan.rows.some(isLiveRow)) expect.fail('a settled message is live')
  })
})

it('draws no empty row and no gated row at level 0', () => {
  checkPlans((plan, _message, _running, level) => {
    for (const row of plan.rows) {
      if (row.kind === 'steps' && (row.body.length === 0 || level === 0)) expect.fail('an empty or gated card')
      if (row.kind === 'prose' && row.text.trim() === '') expect.fail('empty prose')
      if (row.kind === 'tool-line' && level < 4) expect.fail('a bare line below level 4')
      if (row.kind === 'housekeeping-note' && level === 4) expect.fail('a chip at level 4')
    }
  })
})

it('never loses an answer', () => {
  checkPlans((plan, message, running, level) => {
    const classes = classifyParts(message, { running })
    const shown = new Set(plan.rows.flatMap((row) => row.kind === 'prose' ? [toIndex(row.key)] : []))
    for (const [index, partClass] of classes.entries()) {
      if (partClass === 'answer' && !shown.has(index)) expect.fail(`the answer in part ${index} is lost at level ${level}`)
    }
    const hasText = classes.some((partClass) => ['answer', 'working-note', 'housekeeping-note', 'provisional'].includes(partClass))
    if (!running && hasText && shown.size === 0 && !classes.includes('user-facing')) expect.fail('every text is lost')
    const outcome = plan.rows.some((row) => row.kind === 'outcome')
    assertEqual(outcome, !running && !classes.includes('answer') && !classes.includes('user-facing'), 'closing line')
  })
})

it('leaves a trace of every housekeeping call that has ended, at every level', () => {
  checkPlans((plan, message, running) => {
    const ranks = toRanks(plan)
    for (const [index, partClass] of classifyParts(message, { running }).entries()) {
      if (partClass !== 'housekeeping-tool' || ranks.has(index)) continue
      const state: unknown = Object(message.parts[index]).state
      const ended = !running || (state !== 'input-streaming' && state !== 'input-available' && Object(message.parts[index]).preliminary !== true)
      if (ended) expect.fail(`housekeeping call ${index} left no trace`)
    }
  })
})

it('R06 reads a settled message as it read the message when its turn ended', () => {
  fc.assert(fc.property(messageArbitrary, fc.constantFrom(...levels), (message, level) => {
    const answered = message.parts.some((part) => Object(part).state === 'approval-responded')
    fc.pre(!answered)
    assertEqual(planSurfacing(settleMessage(message), { level, running: false }).rows, planSurfacing(message, { level, running: false }).rows, 'rows')
  }), { numRuns })
})
