import type { Approval } from '#layers/northlight/shared/approvals/approval-answers.ts'
import { escapeText } from '#layers/northlight/shared/approvals/escape-text.ts'
import { findActionKind } from '#layers/northlight/shared/approvals/kinds/action-kind-registry.ts'
import { toStandingWords } from '#layers/northlight/shared/approvals/to-standing-words.ts'

/** In UTF-16 units: a screen reader says all of it. */
const longestSpoken = 300

type Told = Pick<Approval, 'id' | 'version' | 'state' | 'kind' | 'toolName' | 'target' | 'note' | 'reason' | 'canDecide'>

/**
 * What a screen reader is told between two looks at a chat's approvals: what came to wait, and what became of what
 * was known. What had ended before it was first seen says nothing.
 */
export function planApprovalAnnouncements(before: readonly Told[], after: readonly Told[]): string[] {
  const known = new Map(before.map((approval) => [approval.id, approval]))
  return after.flatMap((approval) => {
    const words = toWords(known.get(approval.id), approval)
    return words === undefined ? [] : [words]
  })
}

function toWords(before: Told | undefined, after: Told): string | undefined {
  if (before?.state === after.state && before.version === after.version) return undefined
  const about = `${findActionKind(after.kind)?.title ?? toSpoken(after.toolName)}, ${toSpoken(after.target.title ?? after.target.key)}`
  if (after.state === 'pending') return toWaitingWords(before, after, about)
  // What was approved is told of when it is approved, and when it has come to an end.
  if (before === undefined || after.state === 'executing') return after.state === 'unknown' ? toEndWords(after, about) : undefined
  return toEndWords(after, about)
}

function toWaitingWords(before: Told | undefined, { canDecide }: Told, about: string): string {
  if (before) return `Changed, and waits for a decision: ${about}`
  return canDecide ? `An action waits for your decision: ${about}` : `An action waits for a decision: ${about}`
}

function toEndWords(approval: Told, about: string): string {
  const { title, about: outcome } = toStandingWords(approval)
  return [`${title}: ${about}.`, approval.state === 'approved' ? '' : toSpoken(outcome)].filter(Boolean).join(' ')
}

/** What can't be seen is said by its number, as it is shown. */
function toSpoken(text: string): string {
  return escapeText(text, true, longestSpoken)
}
