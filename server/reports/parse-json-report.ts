import { jsonParser, type Token } from 'stream-json/core/parser.js'
import { reportLimits } from '#layers/northlight/shared/reports/report-limits.ts'
import { CappedText } from './capped-text.ts'
import { CtrfDocument } from './ctrf-document.ts'
import type { JsonReportDocument } from './json-report-document.ts'
import { PlaywrightDocument } from './playwright-document.ts'
import type { ParsedReport } from './parsed-report.ts'
import type { TextSlice } from './read-report-text.ts'
import { ReportError } from './report-error.ts'
import type { ResultSpool } from './result-spool.ts'
import { toCleanLine } from './to-clean-text.ts'

/**
 * Reads a report that is JSON: of Playwright's own reporter, or CTRF. Throws `ReportError`; the report is complete or
 * there is none.
 */
export async function parseJsonReport(slices: AsyncIterable<TextSlice>, spool: ResultSpool): Promise<ParsedReport> {
  const reader = new JsonReader(spool)
  for await (const slice of slices) reader.write(slice)
  return reader.end()
}

type Format = 'playwright' | 'ctrf'

/** The keys of the outermost object that tell one format from another; what comes before the first is passed over. */
const formatByRootKey: ReadonlyMap<string, Format> = new Map([
  ['suites', 'playwright'], ['config', 'playwright'], ['stats', 'playwright'],
  ['results', 'ctrf'], ['reportFormat', 'ctrf'],
])

const documents: Readonly<Record<Format, new (spool: ResultSpool, rootKeys: ReadonlySet<string>) => JsonReportDocument>> = {
  playwright: PlaywrightDocument,
  ctrf: CtrfDocument,
}

/** As many keys as a message names. */
const mostRootKeys = 12

type TokenHandlers = { [Name in Token['name']]?: (token: Extract<Token, { name: Name }>) => void }

/** The JSON side: well-formedness, limits and places in the file. */
class JsonReader {
  private readonly spool: ResultSpool
  private readonly rootKeys = new Set<string>()
  private document: JsonReportDocument | undefined
  private readonly parse = jsonParser({ packStrings: false, streamKeys: false, streamNumbers: false })
  private text = new CappedText()
  private depth = 0
  private line = 1
  private lastLine = 1
  private whole = false

  private readonly handlers: TokenHandlers = {
    startObject: () => this.open('object'),
    startArray: () => this.open('array'),
    endObject: () => this.close('object'),
    endArray: () => this.close('array'),
    keyValue: ({ value }) => this.key(value),
    startString: () => {
      this.text = new CappedText()
    },
    stringChunk: ({ value }) => this.text.append(value),
    endString: () => this.document?.scalar(this.text.toString()),
    numberValue: ({ value }) => this.document?.scalar(Number(value)),
    trueValue: () => this.document?.scalar(true),
    falseValue: () => this.document?.scalar(false),
    nullValue: () => this.document?.scalar(null),
  }

  constructor(spool: ResultSpool) {
    this.spool = spool
  }

  write({ text, line }: TextSlice): void {
    this.line = line
    this.lastLine = line + text.split('\n').length - 1
    for (const token of this.readTokens(text)) this.handle(token)
  }

  end(): ParsedReport {
    if (this.whole) return this.requireDocument().toReport()
    const lastCase = this.document?.lastCase
    const place = lastCase ? `the last whole test in it is "${lastCase}"` : 'there is no whole test in it'
    throw new ReportError('report-truncated', `The report ends in the middle, at line ${this.lastLine}; ${place}.`)
  }

  private readTokens(text: string): readonly Token[] {
    try {
      const tokens = this.parse(text)
      return typeof tokens === 'symbol' ? [] : tokens.values
    }
    catch (error) {
      const reason = error instanceof Error ? error.message : ''
      throw new ReportError('report-malformed', `The report is no well-formed JSON, near line ${this.line}: ${reason}.`)
    }
  }

  private handle<Name extends Token['name']>(token: Extract<Token, { name: Name }>): void {
    const handler: TokenHandlers[Name] = this.handlers[token.name as Name]
    handler?.(token)
  }

  private open(container: 'object' | 'array'): void {
    this.depth += 1
    if (this.depth > reportLimits.depth) {
      throw new ReportError('report-too-deep', `The report has more than ${reportLimits.depth} objects and lists inside each other, near line ${this.line}.`)
    }
    this.document?.openContainer(container)
  }

  private close(container: 'object' | 'array'): void {
    this.depth -= 1
    this.whole = this.depth === 0
    this.document?.closeContainer(container)
  }

  private key(key: string): void {
    if (this.depth === 1) {
      if (this.rootKeys.size < mostRootKeys) this.rootKeys.add(key)
      if (!this.document) this.chooseDocument(key)
    }
    this.document?.key(key)
  }

  private chooseDocument(key: string): void {
    const format = formatByRootKey.get(key)
    if (!format) return
    this.document = new documents[format](this.spool, this.rootKeys)
    this.document.openContainer('object')
  }

  private requireDocument(): JsonReportDocument {
    if (this.document) return this.document
    const keys = [...this.rootKeys].map((key) => `"${toCleanLine(key, 40)}"`).join(', ')
    throw new ReportError('report-not-recognised', `The file is JSON, but no test report that is known: it has neither Playwright's "suites" and "config" nor CTRF's "results", but ${keys || 'no keys at all'}.`)
  }
}
