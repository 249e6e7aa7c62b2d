import { expect, it } from 'vitest'
import { approvalStates } from '#layers/northlight/shared/approvals/approval-states.ts'
import { toStandingWords } from '#layers/northlight/shared/approvals/to-standing-words.ts'

it('says of each state something of its own, and of each that came to nothing that nothing was done', () => {
  const words = approvalStates.map((state) => toStandingWords({ state, note: null, reason: null }))
  // What is approved is being done, as far as a reader can see.
  expect(new Set(words.map(({ title }) => title)).size).toBe(approvalStates.length - 1)
  for (const state of ['failed', 'rejected', 'expired', 'cancelled', 'superseded'] as const) {
    expect(toStandingWords({ state, note: null, reason: null }).about).toContain('Nothing was done.')
  }
})
