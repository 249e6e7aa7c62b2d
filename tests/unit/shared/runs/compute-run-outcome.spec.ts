import { expect, it } from 'vitest'
import { computeRunOutcome } from '#layers/northlight/shared/runs/compute-run-outcome.ts'

it.each([
  [{ passed: 3, failed: 0, flaky: 0 }, 'passed'],
  [{ passed: 3, failed: 0, flaky: 1 }, 'flaky'],
  [{ passed: 9, failed: 1, flaky: 0 }, 'unproven'],
  [{ passed: 0, failed: 4, flaky: 0 }, 'unproven'],
  [{ passed: 1, failed: 4, flaky: 0 }, 'unproven'],
  [{ passed: 0, failed: 5, flaky: 0 }, 'environment_failure'],
  [{ passed: 2, failed: 8, flaky: 1 }, 'environment_failure'],
  [{ passed: 3, failed: 8, flaky: 0 }, 'unproven'],
  [{ passed: 0, failed: 0, flaky: 0 }, undefined],
])('%o came to %s', (counts, outcome) => {
  expect(computeRunOutcome(counts)).toBe(outcome)
})
