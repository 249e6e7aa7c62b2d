import type { GateRule } from '#layers/northlight/shared/approvals/gate-rules.ts'

export interface GateFacts {
  /** The dot's rule for this kind; undefined: none was chosen. */
  rule: GateRule | undefined
  /** Whether nothing at all goes out. */
  sandbox: boolean
  isArchived: boolean
  /** Whether the answer has read what somebody outside wrote, since the person last spoke. */
  hasReadOutside: boolean
  /** Whether there is somebody to ask. */
  isReachable: boolean
}

/** What the gate does with an action, and the rule that said so, as people read it. */
export interface GatePlan {
  step: 'act' | 'ask' | 'refuse' | 'hold-back' | 'hand-off' | 'unavailable'
  matchedRule: string
}

/** The rule check that every outward action passes (`approvals.md`, "The gate"). */
export function planGate({ rule, sandbox, isArchived, hasReadOutside, isReachable }: GateFacts): GatePlan {
  if (sandbox) return { step: 'hold-back', matchedRule: 'sandbox mode' }
  if (isArchived) return { step: 'refuse', matchedRule: 'archived dot' }
  if (rule === 'block') return { step: 'refuse', matchedRule: 'block' }
  if (rule === 'hand-off') return { step: 'hand-off', matchedRule: 'hand-off' }
  if (rule === 'act' && !hasReadOutside) return { step: 'act', matchedRule: 'act' }
  return { step: isReachable ? 'ask' : 'unavailable', matchedRule: toAskRule(rule) }
}

function toAskRule(rule: GateRule | undefined): string {
  if (rule === 'act') return 'act, but the answer has read text from outside'
  return rule === undefined ? 'ask (no other rule)' : 'ask'
}

/** Why an action that was asked for can't go out now; undefined: it can. Looked at again when it is decided and when it is done. */
export function explainClosedGate({ rule, sandbox, isArchived }: Pick<GateFacts, 'rule' | 'sandbox' | 'isArchived'>): string | undefined {
  if (sandbox) return 'Sandbox mode is on, so nothing is sent outside.'
  if (isArchived) return 'The dot is archived: it does nothing any more.'
  if (rule === 'block') return 'The rule for this kind of action is Block by now.'
  if (rule === 'hand-off') return 'The rule for this kind of action is Hand off by now: a person does it themselves.'
  return undefined
}
