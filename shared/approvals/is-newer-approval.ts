import type { ApprovalState } from './approval-states.ts'
import { isTerminal } from './approval-states.ts'

/** How far a version has come; the states in which it ends are as far as each other. */
const progress: Partial<Record<ApprovalState, number>> = { pending: 0, approved: 1, executing: 2, unknown: 3 }
const ended = 4

interface Standing {
  state: ApprovalState
  version: number
}

/** Whether what was read says at least as much as what is known: answers may overtake each other. */
export function isNewerApproval(read: Standing, known: Standing): boolean {
  if (isTerminal(known.state)) return isTerminal(read.state)
  return read.version === known.version ? toProgress(read.state) >= toProgress(known.state) : read.version > known.version
}

function toProgress(state: ApprovalState): number {
  return progress[state] ?? ended
}
