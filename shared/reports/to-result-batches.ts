import type { TestResult } from './test-report.ts'

/** Some results of a run, ready to be stored: a JSON list of them, each with its `position`. */
export interface ResultBatch {
  json: string
}

/** Characters of one batch, from which on the next begins. */
const batchLength = 65_536

/** Cuts results into batches in their order. */
export function* toResultBatches(results: Iterable<TestResult>): Generator<ResultBatch, void, undefined> {
  let rows: string[] = []
  let length = 0
  let position = 0
  for (const result of results) {
    const row = JSON.stringify({ position, ...result })
    rows.push(row)
    length += row.length
    position += 1
    if (length < batchLength) continue
    yield { json: `[${rows.join(',')}]` }
    rows = []
    length = 0
  }
  if (rows.length > 0) yield { json: `[${rows.join(',')}]` }
}
