/** How an action stands (`approvals.md`, "The state machine"). */
export const approvalStates = ['pending', 'approved', 'executing', 'executed', 'failed', 'unknown', 'rejected', 'expired', 'cancelled', 'superseded'] as const

export type ApprovalState = (typeof approvalStates)[number]

/** What can happen to it. `edit` makes the next version, which waits as the one before did. */
export type ApprovalEvent = 'approve' | 'edit' | 'reject' | 'expire' | 'cancel' | 'supersede' | 'begin' | 'succeed' | 'fail' | 'lose'

/** Every step there is; what is not here never happens. */
const steps: Record<ApprovalState, Partial<Record<ApprovalEvent, ApprovalState>>> = {
  pending: { approve: 'approved', edit: 'pending', reject: 'rejected', expire: 'expired', cancel: 'cancelled', supersede: 'superseded' },
  // What is approved and not begun can still be called back with its turn, or be refused when it is looked at again.
  approved: { begin: 'executing', cancel: 'cancelled', fail: 'failed' },
  executing: { succeed: 'executed', fail: 'failed', lose: 'unknown' },
  // A person has looked at the target: it happened, or it did not.
  unknown: { succeed: 'executed', fail: 'failed' },
  executed: {},
  failed: {},
  rejected: {},
  expired: {},
  cancelled: {},
  superseded: {},
}

/** The state after an event; undefined: it can't happen there. */
export function planApprovalStep(state: ApprovalState, event: ApprovalEvent): ApprovalState | undefined {
  return steps[state][event]
}

/** Nothing happens to it any more. */
export function isTerminal(state: ApprovalState): boolean {
  return Object.keys(steps[state]).length === 0
}

/** The states from which an event can happen. */
export function listStatesBefore(event: ApprovalEvent): ApprovalState[] {
  return approvalStates.filter((state) => steps[state][event] !== undefined)
}

/** States in which somebody has to decide something. */
export const waitingStates: readonly ApprovalState[] = ['pending', 'unknown']
