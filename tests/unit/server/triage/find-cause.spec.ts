import { expect, it } from 'vitest'
import { findCause } from '#layers/northlight/server/triage/find-cause.ts'
import type { TestHistoryEntry } from '#layers/northlight/server/triage/find-cause.ts'

const entry = (status: 'passed' | 'failed', more: Partial<TestHistoryEntry> = {}): TestHistoryEntry => ({ status, flaky: false, commit: null, outcome: null, ...more })
const retried = (more: Partial<TestHistoryEntry> = {}) => entry('passed', { flaky: true, ...more })

it.each<[string, TestHistoryEntry[], string, string]>([
  ['passed and failed on one commit', [entry('failed', { commit: '3f2a1c0d9' }), entry('passed', { commit: '3f2a1c0d9' }), entry('passed')], 'flaky', 'Passed and failed on 3f2a1c0; failed in 1 of 3 runs'],
  ['passed on a retry in the newest run that had trouble', [entry('passed'), retried(), entry('passed')], 'flaky', 'Passed only on a retry in 1 of 3 runs'],
  ['failed since, after it had passed on a retry', [entry('failed'), retried()], 'unproven', 'Failed in 1 of 2 runs; nothing shows why'],
  ['failed in a run that is said to be a product bug', [entry('failed', { outcome: 'product_failure' }), entry('passed')], 'product', 'The run\'s verdict is a product bug; failed in 1 of 2 runs'],
  ['failed in a run that is said to be the test\'s fault', [entry('failed', { outcome: 'test_failure' })], 'test', 'The run\'s verdict is a fault of the test; failed in 1 of 1 run'],
  ['failed once and passed since', [entry('passed'), entry('passed'), entry('failed')], 'unproven', 'Failed in 1 of 3 runs, and passed in the 2 runs since; nothing shows why'],
  ['failed with nothing that shows why', [entry('failed', { outcome: 'unproven' })], 'unproven', 'Failed in 1 of 1 run; nothing shows why'],
])('a test that %s', (_what, history, cause, evidence) => {
  expect(findCause(history)).toEqual({ cause, evidence })
})
