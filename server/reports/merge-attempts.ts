import type { TestResult } from '#layers/northlight/shared/reports/test-report.ts'
import { toMilliseconds } from './parse-duration.ts'

/**
 * Takes a later attempt of one test into the earlier ones: the last attempt that was run decides, and a test that
 * passed in the end is flaky where an attempt before it failed. A skip hides neither a failure nor a pass.
 */
export function mergeAttempts(earlier: TestResult, later: TestResult): TestResult {
  const decided = later.status === 'skipped' ? earlier : later
  const flaky = decided.status === 'passed' && (later.flaky || earlier.flaky || earlier.status === 'failed')
  const explained = decided.message === undefined && flaky ? earlier : decided
  const durationMs = earlier.durationMs === undefined && later.durationMs === undefined
    ? undefined
    : toMilliseconds((earlier.durationMs ?? 0) + (later.durationMs ?? 0))
  return {
    ...earlier,
    status: decided.status,
    flaky,
    attempts: earlier.attempts + later.attempts,
    durationMs,
    message: explained.message,
    detail: explained.detail,
  }
}
