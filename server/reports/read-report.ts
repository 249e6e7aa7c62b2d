import type { ReportFacts, TestResult } from '#layers/northlight/shared/reports/test-report.ts'
import { toResultBatches, type ResultBatch } from '#layers/northlight/shared/reports/to-result-batches.ts'
import type { ParsedReport } from './parsed-report.ts'
import { parseReport } from './parse-report.ts'
import { ResultSpool } from './result-spool.ts'

/** A report that was read to its end, and its results, which wait outside of memory. */
export interface ReadReport {
  facts: ReportFacts
  /** Once, in order. */
  results: Iterable<ResultBatch>
  /** Forgets the results. */
  close(): void
}

/** Reads a test report. Throws `ReportError`, or what the source throws; nothing partial is ever returned. Close it in the end. */
export async function readReport(source: AsyncIterable<Uint8Array>): Promise<ReadReport> {
  const spool = new ResultSpool()
  try {
    const report = await parseReport(source, spool)
    return { facts: report.facts, results: toResultBatches(readResults(spool, report)), close: () => spool.close() }
  }
  catch (error) {
    spool.close()
    throw error
  }
}

function* readResults(spool: ResultSpool, { toResult }: ParsedReport): Generator<TestResult, void, undefined> {
  let index = 0
  for (const record of spool.readAll()) {
    const result = toResult(record, index)
    if (result) yield result
    index += 1
  }
}
