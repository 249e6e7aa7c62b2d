import type { Approval } from './approval-answers.ts'
import type { ApprovalState } from './approval-states.ts'

/** How an approval stands, in words for people. */
export interface StandingWords {
  /** In a word or two. */
  title: string
  /** What came of it, or is to be done; empty: the title says it all. */
  about: string
}

const nothingDone = 'Nothing was done.'

const words: Record<ApprovalState, (approval: Pick<Approval, 'note' | 'reason'>) => StandingWords> = {
  pending: () => ({ title: 'Waits for a decision', about: '' }),
  approved: () => ({ title: 'Approved', about: 'Being done…' }),
  executing: () => ({ title: 'Approved', about: 'Being done…' }),
  executed: ({ note }) => ({ title: 'Done', about: note ?? '' }),
  failed: ({ note }) => ({ title: 'Failed', about: note ?? nothingDone }),
  unknown: ({ note }) => ({ title: 'Nobody knows whether it happened', about: note ?? 'The connection broke before an answer came.' }),
  rejected: ({ reason }) => ({ title: 'Rejected', about: reason ?? nothingDone }),
  expired: () => ({ title: 'Expired', about: `Nobody decided in time. ${nothingDone}` }),
  cancelled: () => ({ title: 'Cancelled', about: `The answer that asked was stopped. ${nothingDone}` }),
  superseded: () => ({ title: 'Superseded', about: `Something newer was asked instead. ${nothingDone}` }),
}

/** The same words wherever an approval is shown. */
export function toStandingWords(approval: Pick<Approval, 'state' | 'note' | 'reason'>): StandingWords {
  return words[approval.state](approval)
}
