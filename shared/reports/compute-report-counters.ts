import type { ReportCounters, TestResult } from './test-report.ts'

type Counted = Pick<TestResult, 'status' | 'flaky'>

export const toEmptyCounters = (): ReportCounters => ({ tests: 0, passed: 0, failed: 0, skipped: 0, flaky: 0 })

/** Counts one more result, or takes one back that turned out otherwise. */
export function countResult(counters: ReportCounters, { status, flaky }: Counted, by: 1 | -1 = 1): void {
  counters.tests += by
  counters[status] += by
  if (flaky) counters.flaky += by
}

/** The only source of a report's numbers: what a file says of itself is never taken. */
export function computeReportCounters(results: readonly Counted[]): ReportCounters {
  const counters = toEmptyCounters()
  for (const result of results) countResult(counters, result)
  return counters
}
