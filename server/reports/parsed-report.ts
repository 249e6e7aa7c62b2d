import type { ReportFacts, TestResult } from '#layers/northlight/shared/reports/test-report.ts'
import type { SpooledResult } from './result-spool.ts'

/** A report that was read to its end; its results wait in the spool. */
export interface ParsedReport {
  facts: ReportFacts
  /** The test that a record stands for, now that the whole file is known; nothing for a further attempt. */
  toResult(record: SpooledResult, index: number): TestResult | undefined
}
