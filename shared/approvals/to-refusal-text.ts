import { escapeText } from './escape-text.ts'
import { longestReason } from './longest-reason.ts'

/** Who or what said no. */
export type RefusalVoice = 'policy' | 'hand-off' | 'person' | 'expired' | 'cancelled' | 'superseded' | 'unavailable' | 'failed'

/** What a refusal names of its call. What was to be sent isn't among it: the model wrote that itself, and has it. */
export interface Refusal {
  by: RefusalVoice
  toolName: string
  toolCallId?: string | null
  /** The name that was really called. */
  invokedToolName?: string | null
  rule?: string | null
  /** Who decided. */
  person?: string | null
  /** The person's own; of what failed, what came of it. */
  reason?: string | null
}

/** In UTF-16 units. */
const longestName = 200

/** What a model gets as its call's result. Each way to be refused has its own words: only a person's no is told as one. */
export function toRefusalText(refusal: Refusal): string {
  const { by, person, reason } = refusal
  const call = toCallName(refusal)
  const rule = toRule(refusal)
  switch (by) {
    case 'policy': return `Not done: policy blocks ${call}.${rule} No person was asked, and asking again changes nothing.`
    case 'hand-off': return `Not done: ${call} is left to a person to do themselves.${rule} Say what is to be done.`
    case 'person': return `Not done: ${toName(person ?? 'a person')} rejected ${call}.${rule} ${toReason(reason, 'Their reason', 'They gave no reason.')}`
    case 'expired': return `Not done: nobody decided about ${call} in time, and it has expired.${rule}`
    case 'cancelled': return `Not done: ${call} was called back before anything of it was done, as its turn was stopped.${rule}`
    case 'superseded': return `Not done: a newer ask took the place of ${call} before anybody decided.${rule}`
    case 'unavailable': return `Not done: ${call} needs a person, and nobody who may decide can be reached now. No person has seen it.${rule}`
    case 'failed': return `Not done: ${call} was allowed and tried, and it failed.${rule} ${toReason(reason, 'What came of it', 'Why is not known.')}`
  }
}

function toCallName({ toolName, invokedToolName, toolCallId }: Refusal): string {
  const id = toolCallId ? ` ${toName(toolCallId)}` : ''
  return `the call${id} of ${toName(toolName)}${invokedToolName ? `, called as ${toName(invokedToolName)}` : ''}`
}

function toRule({ rule }: Refusal): string {
  return rule ? ` Rule: ${toName(rule)}.` : ''
}

function toReason(reason: string | null | undefined, words: string, without: string): string {
  return reason?.trim() ? `${words}: ${escapeText(reason, false, longestReason)}` : without
}

function toName(name: string): string {
  return escapeText(name, true, longestName)
}
