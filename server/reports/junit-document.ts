import { hash } from 'node:crypto'
import { countResult, toEmptyCounters } from '#layers/northlight/shared/reports/compute-report-counters.ts'
import { reportLimits } from '#layers/northlight/shared/reports/report-limits.ts'
import type { TestResult } from '#layers/northlight/shared/reports/test-report.ts'
import { CappedText } from './capped-text.ts'
import { addOutcome, junitOutcomes, toCaseOutcome, type JunitAttributes, type JunitCase } from './junit-case.ts'
import { nameSuites, toSuitePath, type JunitSuite, type JunitTest } from './junit-suite.ts'
import { mergeAttempts } from './merge-attempts.ts'
import { parseDuration, toMilliseconds } from './parse-duration.ts'
import { parseTimestamp } from './parse-timestamp.ts'
import type { ParsedReport } from './parsed-report.ts'
import { ReportError } from './report-error.ts'
import type { ResultSpool, SpooledResult } from './result-spool.ts'
import { toCleanLine } from './to-clean-text.ts'
import { toPositiveInteger } from './to-positive-integer.ts'

/** Where an open element stands; only what a place's table names is read, the rest is passed over. */
type Place = 'root' | 'suite' | 'case' | 'outcome' | 'output' | 'ignored'

const places: Readonly<Record<Place, ReadonlyMap<string, Place>>> = {
  root: new Map([['testsuites', 'suite'], ['testsuite', 'suite']]),
  suite: new Map([['testsuites', 'suite'], ['testsuite', 'suite'], ['testcase', 'case']]),
  case: new Map<string, Place>([
    ...[...junitOutcomes.keys()].map((name) => [name, 'outcome'] as const),
    ['system-out', 'output'],
    ['system-err', 'output'],
  ]),
  outcome: new Map([['stackTrace', 'outcome']]),
  output: new Map(),
  ignored: new Map(),
}

const sourceFile = /\.(?:[cm]?[jt]sx?|py|php|rb|go|java|kt|rs|cs|swift|dart|exs?|feature|robot)$/i

/** A class name that some writers give every test. */
const emptyClassNames: ReadonlySet<string> = new Set(['test'])

const unnamed = '(unnamed)'

/** The meaning of a JUnit file, fed with its elements in order. Counters in the file are never read. */
export class JunitDocument {
  private readonly spool: ResultSpool
  private readonly counters = toEmptyCounters()
  /** Those with tests of their own, in the order of the first. */
  private readonly suites: JunitSuite[] = []
  /** What further attempts made of a test, by its record. */
  private readonly merged = new Map<number, JunitTest>()
  private records = 0
  private resultsDurationMs = 0
  private readonly open: Place[] = ['root']
  private suite: JunitSuite | undefined
  private testCase: JunitCase | undefined
  private text: CappedText | undefined
  private readonly outerNames: [root: string[], topSuites: string[]] = [[], []]
  private startedAt: number | undefined
  private rootDurationMs = 0
  private topSuitesDurationMs = 0
  private lastCaseName = ''

  constructor(spool: ResultSpool) {
    this.spool = spool
  }

  /** The last case that was read whole, for a message about a cut file. */
  get lastCase(): string {
    return this.lastCaseName
  }

  openElement(name: string, attributes: JunitAttributes): void {
    const parent = this.open.at(-1) ?? 'root'
    const place = places[parent].get(name) ?? 'ignored'
    if (parent === 'root' && place === 'ignored') {
      throw new ReportError('report-not-recognised', `The file's outermost element is <${toCleanLine(name, 80)}>, where JUnit XML has <testsuites> or <testsuite>.`)
    }
    this.open.push(place)
    if (place === 'suite') this.openSuite(name, attributes)
    if (place === 'case') this.testCase = { attributes, outcomes: new Map(), output: new CappedText() }
    if (place === 'outcome') this.openOutcome(name, attributes)
    if (place === 'output') this.text = this.testCase?.output
  }

  addText(text: string): void {
    const place = this.open.at(-1)
    if (place === 'outcome' || place === 'output') this.text?.append(text)
  }

  closeElement(): void {
    const place = this.open.pop()
    if (place === 'case') this.closeCase()
    if (place === 'suite') this.suite = this.suite?.parent
  }

  /** The report, once the root is closed. */
  toReport(): ParsedReport {
    const toSuiteName = nameSuites(this.suites)
    return {
      facts: { format: 'junit', title: this.toTitle(), startedAt: this.startedAt, durationMs: this.computeDuration(), counters: this.counters },
      toResult: ({ result, suite = 0, label = '', isLaterAttempt }, index) => isLaterAttempt
        ? undefined
        : { ...result, ...this.toMerged(index), suite: toSuiteName(suite, label) },
    }
  }

  private openSuite(element: string, attributes: JunitAttributes): void {
    const name = toCleanLine(attributes.get('name') ?? '', reportLimits.suiteLength)
    const names = this.outerNames[this.open.length - 2]
    if (names && names.length < 2) names.push(name)
    const startedAt = parseTimestamp(attributes.get('timestamp'))
    if (startedAt !== undefined) this.startedAt = Math.min(startedAt, this.startedAt ?? startedAt)
    this.addSuiteDuration(parseDuration(attributes.get('time')) ?? 0)
    this.suite = {
      name: element === 'testsuites' ? '' : name,
      hostname: toCleanLine(attributes.get('hostname') ?? '', reportLimits.suiteLength),
      file: toCleanLine(attributes.get('file') ?? '', reportLimits.fileLength) || this.suite?.file,
      parent: this.suite,
      testsByIdentity: new Map(),
    }
  }

  /** Of the root and of the suites right in it: deeper ones are a part of these. */
  private addSuiteDuration(durationMs: number): void {
    const parents = this.open.length - 2
    if (parents === 0) this.rootDurationMs = durationMs
    if (parents === 1) this.topSuitesDurationMs += durationMs
  }

  private openOutcome(element: string, attributes: JunitAttributes): void {
    const kind = junitOutcomes.get(element)
    if (kind && this.testCase) this.text = addOutcome(this.testCase, kind, attributes)
  }

  private closeCase(): void {
    const { suite, testCase } = this
    this.testCase = undefined
    this.text = undefined
    if (!suite || !testCase) return
    const className = toCleanLine(testCase.attributes.get('classname') ?? '', reportLimits.suiteLength)
    const result = toResult(testCase, suite, className)
    this.lastCaseName = result.name
    const identity = hash('sha1', [className, result.name, result.file].join('\n'), 'base64')
    const known = suite.testsByIdentity.get(identity)
    if (known) this.addAttempt(known, result)
    else this.addTest(suite, identity, result, isTellingClass(className, suite, result) ? className : '')
  }

  private addTest(suite: JunitSuite, identity: string, result: TestResult, label: string): void {
    if (this.counters.tests >= reportLimits.results) {
      throw new ReportError('report-too-many-results', `The report has more than ${reportLimits.results} tests.`)
    }
    suite.index ??= this.suites.push(suite) - 1
    countResult(this.counters, result)
    suite.testsByIdentity.set(identity, this.append(result, { suite: suite.index, label: label || undefined }))
  }

  private addAttempt(test: JunitTest, result: TestResult): void {
    countResult(this.counters, test, -1)
    Object.assign(test, mergeAttempts(test, this.append(result, { isLaterAttempt: true })), { record: test.record })
    countResult(this.counters, test)
    this.merged.set(test.record, test)
  }

  private append(result: TestResult, more: Omit<SpooledResult, 'result'>): JunitTest {
    const place = this.spool.append({ result, ...more })
    const { status, flaky, attempts, durationMs, message } = result
    this.resultsDurationMs += durationMs ?? 0
    this.records += 1
    return { record: this.records - 1, status, flaky, attempts, durationMs, explanation: message === undefined ? undefined : place }
  }

  /** What further attempts changed of the test with this record. */
  private toMerged(record: number): Partial<TestResult> {
    const test = this.merged.get(record)
    if (!test) return {}
    const { status, flaky, attempts, durationMs, explanation } = test
    const { message, detail } = explanation ? this.spool.readAt(explanation).result : {}
    return { status, flaky, attempts, durationMs, message, detail }
  }

  /** The root's name, or that of the only suite in it. */
  private toTitle(): string {
    const [[root = ''], [suite = '', ...otherSuites]] = this.outerNames
    return toCleanLine(root || (otherSuites.length === 0 ? suite : ''), reportLimits.titleLength) || 'JUnit report'
  }

  private computeDuration(): number | undefined {
    const durationMs = this.rootDurationMs || this.topSuitesDurationMs || this.resultsDurationMs
    return durationMs > 0 ? toMilliseconds(durationMs) : undefined
  }
}

function toResult(testCase: JunitCase, suite: JunitSuite, className: string): TestResult {
  const { attributes } = testCase
  const name = toCleanLine(attributes.get('name') ?? '', reportLimits.nameLength) || unnamed
  const file = toCleanLine(attributes.get('file') ?? '', reportLimits.fileLength) || suite.file
    || [className, suite.name].find((text) => sourceFile.test(text))
  const line = Number(attributes.get('line') ?? attributes.get('lineno'))
  return {
    suite: '',
    name,
    file,
    line: toPositiveInteger(line),
    durationMs: parseDuration(attributes.get('time')),
    ...toCaseOutcome(testCase, name),
  }
}

/** Whether a class says something that the suites, the name and the file don't. */
function isTellingClass(className: string, suite: JunitSuite, { name, file }: TestResult): boolean {
  if (!className || emptyClassNames.has(className) || className === file || name.endsWith(className)) return false
  const path = toSuitePath(suite)
  const known = [...path, path.join('.'), ...path.map((suiteName) => suiteName.replaceAll('\\', '.'))]
  return !known.includes(className)
}
