import type { GateRuleName } from '#layers/northlight/generated/prisma/client.ts'
import type { GateRule } from '#layers/northlight/shared/approvals/gate-rules.ts'

/** Prisma's names of the rules have no dash. */
export function toGateRule(name: GateRuleName): GateRule {
  return name === 'hand_off' ? 'hand-off' : name
}

export function toGateRuleName(rule: GateRule): GateRuleName {
  return rule === 'hand-off' ? 'hand_off' : rule
}
