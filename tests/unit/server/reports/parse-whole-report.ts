import { parseReport } from '#layers/northlight/server/reports/parse-report.ts'
import type { ReadReportOptions } from '#layers/northlight/server/reports/read-report-text.ts'
import { ResultSpool } from '#layers/northlight/server/reports/result-spool.ts'
import { reportFactsSchema, testResultSchema } from '#layers/northlight/shared/reports/test-report.ts'
import { z } from 'zod'

export const testReportSchema = reportFactsSchema.extend({ results: z.array(testResultSchema) })

export type TestReport = z.infer<typeof testReportSchema>

/** A missing value is a missing key in the spool. */
const missing = { file: undefined, line: undefined, durationMs: undefined, message: undefined, detail: undefined }

/** A report with all its results in memory. */
export async function parseWholeReport(source: AsyncIterable<Uint8Array>, options?: ReadReportOptions): Promise<TestReport> {
  const spool = new ResultSpool()
  try {
    const { facts, toResult } = await parseReport(source, spool, options)
    const results = [...spool.readAll()].map(toResult).filter((result) => result !== undefined)
    return { ...facts, results: results.map((result) => ({ ...missing, ...result })) }
  }
  finally {
    spool.close()
  }
}
