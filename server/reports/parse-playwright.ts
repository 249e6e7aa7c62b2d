import { jsonParser, type Token } from 'stream-json/core/parser.js'
import { reportLimits } from '#layers/northlight/shared/reports/report-limits.ts'
import type { TestReport } from '#layers/northlight/shared/reports/test-report.ts'
import { CappedText } from './capped-text.ts'
import { PlaywrightDocument } from './playwright-document.ts'
import type { TextSlice } from './read-report-text.ts'
import { ReportError } from './report-error.ts'

/** Reads the JSON of Playwright's own reporter. Throws `ReportError`; the report is complete or there is none. */
export async function parsePlaywright(slices: AsyncIterable<TextSlice>): Promise<TestReport> {
  const reader = new PlaywrightReader()
  for await (const slice of slices) reader.write(slice)
  return await reader.end()
}

type TokenHandlers = { [Name in Token['name']]?: (token: Extract<Token, { name: Name }>) => void }

/** The JSON side: well-formedness, limits and places in the file. */
class PlaywrightReader {
  private readonly document = new PlaywrightDocument()
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
    keyValue: ({ value }) => this.document.key(value),
    startString: () => {
      this.text = new CappedText()
    },
    stringChunk: ({ value }) => this.text.append(value),
    endString: () => this.document.scalar(this.text.toString()),
    numberValue: ({ value }) => this.document.scalar(Number(value)),
    trueValue: () => this.document.scalar(true),
    falseValue: () => this.document.scalar(false),
    nullValue: () => this.document.scalar(null),
  }

  write({ text, line }: TextSlice): void {
    this.line = line
    this.lastLine = line + text.split('\n').length - 1
    for (const token of this.readTokens(text)) this.handle(token)
  }

  async end(): Promise<TestReport> {
    if (this.whole) return this.document.toReport()
    const { lastCase } = this.document
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
    this.document.openContainer(container)
  }

  private close(container: 'object' | 'array'): void {
    this.depth -= 1
    this.whole = this.depth === 0
    this.document.closeContainer(container)
  }
}
