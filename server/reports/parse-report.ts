import { parseJsonReport } from './parse-json-report.ts'
import { parseJunit } from './parse-junit.ts'
import type { ParsedReport } from './parsed-report.ts'
import { readReportText, type ReadReportOptions, type TextSlice } from './read-report-text.ts'
import { ReportError } from './report-error.ts'
import type { ResultSpool } from './result-spool.ts'

type ParseText = (slices: AsyncIterable<TextSlice>, spool: ResultSpool) => Promise<ParsedReport>

const parsers: ReadonlyMap<string, ParseText> = new Map([
  ['<', parseJunit],
  ['{', parseJsonReport],
])

/**
 * Reads a test report (JUnit XML, or the JSON of Playwright or CTRF, told apart by its content) without ever holding
 * its whole text: the results go to `spool`, to be read again once the whole file is known.
 *
 * Throws `ReportError` for a report that is refused, the signal's reason, or what the source throws; nothing partial
 * is ever returned. The signal is looked at between chunks: a source that stalls must be ended by its owner.
 */
export async function parseReport(
  source: AsyncIterable<Uint8Array>,
  spool: ResultSpool,
  options: ReadReportOptions = {},
): Promise<ParsedReport> {
  const slices = readReportText(source, options)
  try {
    const first = await readFirstSlice(slices)
    const parse = parsers.get(first.text.trimStart().charAt(0))
    if (!parse) {
      throw new ReportError('report-not-recognised', 'The file is neither XML nor a JSON object, so it is no test report.')
    }
    return await parse(toWholeText(first, slices), spool)
  }
  finally {
    await slices.return()
  }
}

async function readFirstSlice(slices: AsyncGenerator<TextSlice, void, undefined>): Promise<TextSlice> {
  for (;;) {
    const { done, value } = await slices.next()
    if (done || !value) throw new ReportError('report-empty', 'The file has nothing in it.')
    if (value.text.trim()) return value
  }
}

async function* toWholeText(first: TextSlice, rest: AsyncIterable<TextSlice>): AsyncGenerator<TextSlice> {
  yield first
  yield* rest
}
