import { z } from 'zod'
import { reportLimits } from './report-limits.ts'

const reportFormatSchema = z.enum(['junit', 'playwright', 'ctrf'])

export const testStatusSchema = z.enum(['passed', 'failed', 'skipped'])

export type TestStatus = z.infer<typeof testStatusSchema>

/** One test of a report, all its attempts taken together. */
export const testResultSchema = z.strictObject({
  /** The suites round the test, outermost first, joined with ` › `; empty where the report names none. */
  suite: z.string().max(reportLimits.suiteLength),
  name: z.string().min(1).max(reportLimits.nameLength),
  file: z.string().min(1).max(reportLimits.fileLength).optional(),
  /** One-based. */
  line: z.int().positive().optional(),
  /** An error or a time-out is `failed`. */
  status: testStatusSchema,
  /** Passed, but not at the first attempt. */
  flaky: z.boolean(),
  attempts: z.int().positive(),
  /** Milliseconds over all attempts, to a thousandth. */
  durationMs: z.number().nonnegative().optional(),
  /** One line: why it failed, failed at first, or was skipped. */
  message: z.string().min(1).max(reportLimits.messageLength).optional(),
  /** Stack or output of what `message` says. */
  detail: z.string().min(1).max(reportLimits.detailLength).optional(),
})

export type TestResult = z.infer<typeof testResultSchema>

/** `tests` = `passed` + `failed` + `skipped`; `flaky` is a part of `passed` (product.md, `POST /api/runs`). */
export const reportCountersSchema = z.strictObject({
  tests: z.int().nonnegative(),
  passed: z.int().nonnegative(),
  failed: z.int().nonnegative(),
  skipped: z.int().nonnegative(),
  flaky: z.int().nonnegative(),
})

export type ReportCounters = z.infer<typeof reportCountersSchema>

/** What a report says beside its results. */
export const reportFactsSchema = z.strictObject({
  format: reportFormatSchema,
  title: z.string().min(1).max(reportLimits.titleLength),
  /** Epoch milliseconds; a time without a zone is read as UTC. */
  startedAt: z.int().optional(),
  /** Milliseconds, to a thousandth, as the tool gives it, else the sum over the tests. */
  durationMs: z.number().nonnegative().optional(),
  counters: reportCountersSchema,
})

export type ReportFacts = z.infer<typeof reportFactsSchema>
