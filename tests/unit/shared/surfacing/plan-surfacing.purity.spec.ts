import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { planSurfacing } from '#layers/northlight/shared/surfacing/plan-surfacing.ts'
import type { MessagePlan, SurfacingRow } from '#layers/northlight/shared/surfacing/surfacing-rows.ts'
import { messageArbitrary } from '#layers/northlight/tests/fixtures/messages/generate-message.ts'
import { assertEqual, levels, toPrefixes } from './read-plan.ts'

vi.setConfig({ testTimeout: 60_000 })

const numRuns = 1000
const levelArbitrary = fc.constantFrom(...levels)

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze)
  return value
}

/** Every row, item and call of a plan that a component could be given. */
function toUnits(plan: MessagePlan): { key: string }[] {
  return plan.rows.flatMap((row: SurfacingRow): { key: string }[] => {
    if (row.kind === 'steps') return [row, ...row.body, ...row.body.flatMap((item) => item.kind === 'tool-line' ? item.calls : [])]
    return row.kind === 'tool-line' ? [row, ...row.calls] : [row]
  })
}

it('changes neither the message nor the previous plan', () => {
  fc.assert(fc.property(messageArbitrary, levelArbitrary, fc.boolean(), (message, level, running) => {
    let previous: MessagePlan | undefined
    for (const prefix of toPrefixes(message)) {
      previous = deepFreeze(planSurfacing(deepFreeze(structuredClone(prefix)), { level, running }, previous))
    }
  }), { numRuns })
})

it('gives the previous plan back for the same content, whatever objects carry it', () => {
  fc.assert(fc.property(messageArbitrary, levelArbitrary, fc.boolean(), (message, level, running) => {
    const plan = planSurfacing(message, { level, running })
    expect(planSurfacing(message, { level, running }, plan)).toBe(plan)
    expect(planSurfacing(structuredClone(message), { level, running }, plan)).toBe(plan)
  }), { numRuns })
})

it('gives equal plans with and without a previous one, and shares every unit that is equal', () => {
  fc.assert(fc.property(messageArbitrary, levelArbitrary, levelArbitrary, (message, firstLevel, level) => {
    let previous = planSurfacing(message, { level: firstLevel, running: true })
    for (const prefix of toPrefixes(message)) {
      const fresh = planSurfacing(prefix, { level, running: true })
      const shared = planSurfacing(prefix, { level, running: true }, previous)
      assertEqual(shared, fresh, 'plan')
      const known = new Map(toUnits(previous).map((unit) => [unit.key, unit]))
      for (const unit of toUnits(shared)) {
        const before = known.get(unit.key)
        if (before && before !== unit && JSON.stringify(before) === JSON.stringify(unit)) expect.fail(`${unit.key} is not shared`)
      }
      previous = shared
    }
  }), { numRuns })
})

it('shares the items of a run that joins a new one', () => {
  const parts = [
    { type: 'reasoning', text: '' }, { type: 'text', text: 'A note.' }, { type: 'reasoning', text: 'A thought.' }, { type: 'text', text: '' },
    { type: 'tool-list_runs', toolCallId: 'call', state: 'input-streaming', input: {} },
  ]
  const plan = (length: number, previous?: MessagePlan) => planSurfacing({ id: 'm', role: 'assistant', parts: parts.slice(0, length) }, { level: 1, running: true }, previous)
  const thoughtOf = ({ rows }: MessagePlan) => rows.flatMap((row) => row.kind === 'steps' ? row.body : []).find((item) => item.kind === 'reasoning')
  const before = plan(4)
  const after = plan(5, before)
  expect(after.rows.map((row) => row.key)).not.toEqual(before.rows.map((row) => row.key))
  expect(thoughtOf(after)).toBe(thoughtOf(before))
})

it('sees a part that was changed in place', () => {
  const part = { type: 'text', text: 'One' }
  const file = { type: 'data-block', data: { rows: 1 } }
  const message = { id: 'm', role: 'assistant' as const, parts: [file, part] }
  const before = planSurfacing(message, { level: 1, running: true })
  part.text = 'One two'
  file.data = { rows: 2 }
  const after = planSurfacing(message, { level: 1, running: true }, before)
  expect(before.rows).toMatchObject([{ part: { data: { rows: 1 } } }, { text: 'One' }])
  expect(after.rows).toMatchObject([{ part: { data: { rows: 2 } } }, { text: 'One two' }])
})

it('shares a card\'s list of items when only its header has changed', () => {
  const parts = [{ type: 'reasoning', text: 'Hm' }, { type: 'step-start' }]
  const before = planSurfacing({ id: 'm', role: 'assistant', parts }, { level: 2, running: true })
  const after = planSurfacing({ id: 'm', role: 'assistant', parts }, { level: 2, running: false }, before)
  const [first, second] = [before.rows[0], after.rows[0]]
  expect(second).not.toBe(first)
  expect(second?.kind === 'steps' && first?.kind === 'steps' && second.body === first.body).toBe(true)
})

it('does not exhaust the stack on a deep input that arrives as a new object', () => {
  const toDeep = (): unknown => {
    let value: unknown = 1
    for (let depth = 0; depth < 20_000; depth += 1) value = { value }
    return value
  }
  const toMessage = () => ({ id: 'm', role: 'assistant' as const, parts: [{ type: 'tool-x', state: 'output-available', input: toDeep(), output: 1 }] })
  const plan = planSurfacing(toMessage(), { level: 2, running: false })
  const next = planSurfacing(toMessage(), { level: 2, running: false }, plan)
  expect(next === plan).toBe(false)
  expect(next.rows.map(({ key }) => key)).toEqual(['steps-0', 'outcome'])
})
