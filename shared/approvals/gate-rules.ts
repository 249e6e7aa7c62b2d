/** What a dot may do with a kind of action. Where nothing is chosen, it asks. */
export const gateRules = ['act', 'ask', 'block', 'hand-off'] as const

export type GateRule = (typeof gateRules)[number]

export const defaultGateRule: GateRule = 'ask'

/** What each rule means, for whoever chooses it. */
export const gateRuleWords: Record<GateRule, { name: string, about: string }> = {
  'act': { name: 'Act', about: 'Done at once, unless the answer has read text from outside: then it asks.' },
  'ask': { name: 'Ask', about: 'Waits until a person has seen the whole of it and approves.' },
  'block': { name: 'Block', about: 'Refused.' },
  'hand-off': { name: 'Hand off', about: 'Left to a person to do themselves.' },
}
