import type { ReportCounters } from '#layers/northlight/shared/reports/test-report.ts'
import type { RunOutcome } from './run-facts.ts'

/** So many failures at once, and so large a share of what ran, are no fault of each test. */
const fewestForEnvironment = 5
const environmentShare = 0.8

/**
 * What a run came to, as far as its counts show it: whose a failure is they show only where nearly all failed at once.
 * Undefined: nothing ran.
 */
export function computeRunOutcome({ passed, failed, flaky }: Pick<ReportCounters, 'passed' | 'failed' | 'flaky'>): RunOutcome | undefined {
  const ran = passed + failed
  if (ran === 0) return undefined
  if (failed === 0) return flaky > 0 ? 'flaky' : 'passed'
  return failed >= fewestForEnvironment && failed / ran >= environmentShare ? 'environment_failure' : 'unproven'
}
