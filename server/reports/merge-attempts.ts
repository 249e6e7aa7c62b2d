import type { TestResult } from '#layers/northlight/shared/reports/test-report.ts'
import { toMilliseconds } from './parse-duration.ts'

/** What attempts of one test come to, as far as a further one can change it. */
export interface AttemptOutcome<Explanation> extends Pick<TestResult, 'status' | 'flaky' | 'attempts' | 'durationMs'> {
  /** Where it is said why; undefined where nothing is. */
  explanation?: Explanation
}

/**
 * Takes a later attempt of one test into the earlier ones: the last attempt that was run decides, and a test that
 * passed in the end is flaky where an attempt before it failed. A skip hides neither a failure nor a pass.
 */
export function mergeAttempts<Explanation>(
  earlier: AttemptOutcome<Explanation>,
  later: AttemptOutcome<Explanation>,
): AttemptOutcome<Explanation> {
  const decided = later.status === 'skipped' ? earlier : later
  const flaky = decided.status === 'passed' && (later.flaky || earlier.flaky || earlier.status === 'failed')
  const explained = decided.explanation === undefined && flaky ? earlier : decided
  const durationMs = earlier.durationMs === undefined && later.durationMs === undefined
    ? undefined
    : toMilliseconds((earlier.durationMs ?? 0) + (later.durationMs ?? 0))
  return { status: decided.status, flaky, attempts: earlier.attempts + later.attempts, durationMs, explanation: explained.explanation }
}
