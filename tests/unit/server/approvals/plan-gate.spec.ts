import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gateRules } from '#layers/northlight/shared/approvals/gate-rules.ts'
import { explainClosedGate, planGate } from '#layers/northlight/server/approvals/plan-gate.ts'
import type { GateFacts, GatePlan } from '#layers/northlight/server/approvals/plan-gate.ts'

const open: GateFacts = { rule: undefined, sandbox: false, isArchived: false, hasReadOutside: false, isReachable: true }
const factsArbitrary = fc.record({
  rule: fc.constantFrom(undefined, ...gateRules), sandbox: fc.boolean(), isArchived: fc.boolean(), hasReadOutside: fc.boolean(), isReachable: fc.boolean(),
})

const table: [string, Partial<GateFacts>, GatePlan['step'], string][] = [
  ['no rule', {}, 'ask', 'ask (no other rule)'],
  ['ask', { rule: 'ask' }, 'ask', 'ask'],
  ['act', { rule: 'act' }, 'act', 'act'],
  ['act after outside text', { rule: 'act', hasReadOutside: true }, 'ask', 'act, but the answer has read text from outside'],
  ['block', { rule: 'block' }, 'refuse', 'block'],
  ['hand-off', { rule: 'hand-off' }, 'hand-off', 'hand-off'],
  ['sandbox mode before any rule', { rule: 'act', sandbox: true }, 'hold-back', 'sandbox mode'],
  ['an archived dot before any rule', { rule: 'act', isArchived: true }, 'refuse', 'archived dot'],
  ['ask with nobody there', { rule: 'ask', isReachable: false }, 'unavailable', 'ask'],
  ['no rule with nobody there', { isReachable: false }, 'unavailable', 'ask (no other rule)'],
  ['act with nobody there', { rule: 'act', isReachable: false }, 'act', 'act'],
  ['act after outside text with nobody there', { rule: 'act', hasReadOutside: true, isReachable: false }, 'unavailable', 'act, but the answer has read text from outside'],
  ['block with nobody there', { rule: 'block', isReachable: false }, 'refuse', 'block'],
]

describe('what the gate does with an action', () => {
  it.each(table)('goes by the rule: %s', (_name, facts, step, matchedRule) => {
    expect(planGate({ ...open, ...facts })).toEqual({ step, matchedRule })
  })

  it('does nothing without a person but by the rule act, in the open, with nothing from outside read', () => {
    fc.assert(fc.property(factsArbitrary, (facts) => {
      const mayAct = facts.rule === 'act' && !facts.sandbox && !facts.isArchived && !facts.hasReadOutside
      expect(planGate(facts).step === 'act').toBe(mayAct)
    }), { numRuns: 1_000 })
  })

  it('lets nothing out later that it would refuse at once, and holds nothing back that it would not', () => {
    fc.assert(fc.property(factsArbitrary, (facts) => {
      const { step } = planGate({ ...facts, isReachable: true })
      expect(explainClosedGate(facts) === undefined).toBe(step === 'act' || step === 'ask')
    }), { numRuns: 1_000 })
  })

  it('never does more because outside text was read or nobody is there', () => {
    const freedom = ['hold-back', 'refuse', 'hand-off', 'unavailable', 'ask', 'act']
    fc.assert(fc.property(factsArbitrary, (facts) => {
      const { step } = planGate(facts)
      for (const more of [{ hasReadOutside: true }, { isReachable: false }, { sandbox: true }, { isArchived: true }]) {
        expect(freedom.indexOf(planGate({ ...facts, ...more }).step)).toBeLessThanOrEqual(freedom.indexOf(step))
      }
    }), { numRuns: 1_000 })
  })
})
