/** What the review log tells of, in the words of its page. */
export const reviewLogEventWords = {
  'asked': 'Asked',
  'approved': 'Approved',
  'edited': 'Edited',
  'rejected': 'Rejected',
  'expired': 'Expired',
  'cancelled': 'Cancelled',
  'superseded': 'Superseded',
  'allowed': 'Allowed by a rule',
  'blocked': 'Blocked by a rule',
  'handed-off': 'Handed off by a rule',
  'sandboxed': 'Held back by sandbox mode',
  'unavailable': 'Nobody could be asked',
  'begun': 'Begun',
  'executed': 'Done',
  'failed': 'Failed',
  'lost': 'Outcome unknown',
  'settled': 'Settled by a person',
  'decision-refused': 'Decision refused',
  'forged': 'Forged approval ignored',
  'rule-changed': 'Rule changed',
  'sandbox-changed': 'Sandbox mode changed',
  'dot-changed': 'Dot changed',
  'connection-changed': 'Connection changed',
} as const satisfies Record<string, string>

export type ReviewLogEvent = keyof typeof reviewLogEventWords

export const reviewLogEvents = Object.keys(reviewLogEventWords) as ReviewLogEvent[]
