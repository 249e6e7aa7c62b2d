import type { ReportCounters, TestResult } from './test-report.ts'

/** The only source of a report's numbers: what a file says of itself is never taken. */
export function computeReportCounters(results: readonly Pick<TestResult, 'status' | 'flaky'>[]): ReportCounters {
  const counters: ReportCounters = { tests: 0, passed: 0, failed: 0, skipped: 0, flaky: 0 }
  for (const result of results) {
    counters.tests += 1
    counters[result.status] += 1
    if (result.flaky) counters.flaky += 1
  }
  return counters
}
