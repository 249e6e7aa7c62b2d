import sax from 'sax'
import { reportLimits } from '#layers/northlight/shared/reports/report-limits.ts'
import { JunitDocument } from './junit-document.ts'
import { junitEntities } from './junit-entities.ts'
import type { ParsedReport } from './parsed-report.ts'
import type { TextSlice } from './read-report-text.ts'
import { ReportError } from './report-error.ts'
import type { ResultSpool } from './result-spool.ts'

const readAttributes: ReadonlySet<string> = new Set([
  'name', 'classname', 'file', 'line', 'lineno', 'time', 'timestamp', 'hostname', 'status', 'message', 'type',
])

/**
 * Reads JUnit XML in its dialects. Throws `ReportError`; the report is complete or there is none.
 */
export async function parseJunit(slices: AsyncIterable<TextSlice>, spool: ResultSpool): Promise<ParsedReport> {
  const reader = new JunitReader(spool)
  for await (const slice of slices) reader.write(slice)
  return reader.end()
}

/** The XML side: well-formedness, limits and places in the file. */
class JunitReader {
  private readonly document: JunitDocument
  private readonly parser: sax.SAXParser
  private attributes = new Map<string, string>()
  private firstLine: number | undefined
  private depth = 0
  private rootClosed = false
  private sinceMarkup = 0
  private ending = false

  constructor(spool: ResultSpool) {
    this.document = new JunitDocument(spool)
    this.parser = sax.parser(true)
    this.parser.ENTITIES = junitEntities
    // The parser's own limit is 64 kB an attribute, looked at between writes; assertion messages are longer.
    Object.assign(this.parser, { bufferCheckPosition: Number.POSITIVE_INFINITY })
    this.listen()
  }

  write({ text, line }: TextSlice): void {
    this.firstLine ??= line
    this.sinceMarkup += text.length
    this.runParser(() => {
      this.parser.write(text)
      this.parser.flush()
    })
    if (this.sinceMarkup > reportLimits.attributeLength) {
      throw new ReportError('report-too-large', `An attribute or a comment of the report, near line ${this.line}, is longer than ${reportLimits.attributeLength} characters.`)
    }
  }

  end(): ParsedReport {
    if (!this.rootClosed) throw this.toTruncated()
    this.ending = true
    this.runParser(() => this.parser.close())
    return this.document.toReport()
  }

  private get line(): number {
    return (this.firstLine ?? 1) + this.parser.line
  }

  private listen(): void {
    const { parser } = this
    const refuseDeclaration = () => {
      throw new ReportError('report-declarations', `The report declares a document type or entities, at line ${this.line}; reports have no need of them.`)
    }
    const toText = (text: string) => {
      this.sinceMarkup = 0
      this.document.addText(text)
    }
    parser.onerror = (error) => {
      throw this.ending ? this.toTruncated() : this.toMalformed(error)
    }
    parser.ondoctype = refuseDeclaration
    parser.onsgmldeclaration = refuseDeclaration
    parser.onopentagstart = () => this.openTag()
    parser.onattribute = ({ name, value }) => {
      this.sinceMarkup = 0
      if (readAttributes.has(name)) this.attributes.set(name, value)
    }
    parser.onopentag = ({ name }) => this.document.openElement(toLocalName(name), this.attributes)
    parser.onclosetag = () => this.closeTag()
    parser.ontext = toText
    parser.oncdata = toText
    parser.oncomment = () => {
      this.sinceMarkup = 0
    }
  }

  private openTag(): void {
    this.sinceMarkup = 0
    if (this.rootClosed) {
      throw new ReportError('report-malformed', `A second document begins at line ${this.line}, after the report's end.`)
    }
    this.depth += 1
    if (this.depth > reportLimits.depth) {
      throw new ReportError('report-too-deep', `The report has more than ${reportLimits.depth} elements inside each other, at line ${this.line}.`)
    }
    this.attributes = new Map()
  }

  private closeTag(): void {
    this.sinceMarkup = 0
    this.document.closeElement()
    this.depth -= 1
    this.rootClosed = this.depth === 0
  }

  /** The parser itself can be made to throw, by an attribute that is named as a method of objects for one. */
  private runParser(run: () => void): void {
    try {
      run()
    }
    catch (error) {
      throw error instanceof ReportError ? error : this.toMalformed(error)
    }
  }

  private toMalformed(error: unknown): ReportError {
    const [reason = ''] = error instanceof Error ? error.message.split('\n') : []
    return new ReportError('report-malformed', `The report is no well-formed XML, at line ${this.line}: ${reason}.`)
  }

  private toTruncated(): ReportError {
    const { lastCase } = this.document
    const place = lastCase ? `the last whole test in it is "${lastCase}"` : 'there is no whole test in it'
    return new ReportError('report-truncated', `The report ends in the middle, at line ${this.line}; ${place}.`)
  }
}

function toLocalName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
