import type { z } from 'zod'
import { countResult, toEmptyCounters } from '#layers/northlight/shared/reports/compute-report-counters.ts'
import { reportLimits } from '#layers/northlight/shared/reports/report-limits.ts'
import { suiteSeparator } from '#layers/northlight/shared/reports/suite-separator.ts'
import { JsonPlaceWalker, toSlots, type JsonShape } from './json-place-walker.ts'
import { requireShape, toNotRecognised, type JsonReportDocument } from './json-report-document.ts'
import { toMilliseconds } from './parse-duration.ts'
import { parseTimestamp } from './parse-timestamp.ts'
import type { ParsedReport } from './parsed-report.ts'
import {
  playwrightConfigSchema, playwrightErrorsSchema, playwrightKeys, playwrightSpecSchema, playwrightStatsSchema,
  type PlaywrightError,
} from './playwright-schema.ts'
import { ReportError } from './report-error.ts'
import type { ResultSpool, SpooledResult } from './result-spool.ts'
import { toCappedText, toCleanLine } from './to-clean-text.ts'
import { toGlobalErrorResult, toPlaywrightResult } from './to-playwright-result.ts'

interface PlaywrightSuite {
  title: string
  parent?: PlaywrightSuite
  /** Its place among the suites that have tests of their own; undefined before its first. */
  index?: number
}

type Place = 'root' | 'suites' | 'suite' | 'specs'

const shape: JsonShape<Place> = {
  root: 'root',
  containers: { root: 'object', suites: 'array', suite: 'object', specs: 'array' },
  slots: {
    root: toSlots({ suites: 'suites', config: 'value', errors: 'value', stats: 'value' }),
    suites: () => 'suite',
    suite: toSlots({ title: 'value', specs: 'specs', suites: 'suites' }),
    specs: () => 'value',
  },
  keptKeys: playwrightKeys,
}

/** The meaning of a report of Playwright's own reporter. */
export class PlaywrightDocument extends JsonPlaceWalker<Place> implements JsonReportDocument {
  private readonly counters = toEmptyCounters()
  private readonly suites: PlaywrightSuite[] = []
  private readonly projects = new Set<string>()
  private readonly rootKeys: ReadonlySet<string>
  private readonly spool: ResultSpool
  private lastName = ''
  private suite: PlaywrightSuite | undefined
  private errors: readonly PlaywrightError[] = []
  private stats: z.infer<typeof playwrightStatsSchema> = {}

  /** `rootKeys`: the keys of the outermost object that were met so far. */
  constructor(spool: ResultSpool, rootKeys: ReadonlySet<string>) {
    super(shape, {
      open: (place) => {
        if (place === 'suite') this.suite = { title: '', parent: this.suite }
      },
      close: (place) => {
        if (place === 'suite') this.suite = this.suite?.parent
      },
      value: (place, key, value) => this.take(place, key, value),
      refuse: (place, expected) => {
        throw toNotRecognised('Playwright', `its "${place}" is no ${expected}`)
      },
    })
    this.spool = spool
    this.rootKeys = rootKeys
  }

  get lastCase(): string {
    return this.lastName
  }

  toReport(): ParsedReport {
    this.requirePlaywright()
    if (this.counters.tests === 0 && this.errors.length > 0) this.add({ result: toGlobalErrorResult(this.errors) })
    const { duration = -1, startTime } = this.stats
    const paths = this.suites.map(toPath)
    return {
      facts: {
        format: 'playwright',
        title: 'Playwright report',
        startedAt: parseTimestamp(startTime),
        durationMs: duration >= 0 && Number.isFinite(duration) ? toMilliseconds(duration) : undefined,
        counters: this.counters,
      },
      toResult: ({ result, suite, label = '' }) => ({ ...result, suite: this.toSuiteName(label, suite === undefined ? '' : paths[suite] ?? '') }),
    }
  }

  private take(place: Place, key: string, value: unknown): void {
    if (place === 'specs') this.takeSpec(value)
    else if (place === 'suite' && this.suite) {
      this.suite.title = typeof value === 'string' ? toCleanLine(value, reportLimits.suiteLength) : ''
    }
    else if (key === 'config') this.takeProjects(value)
    else if (key === 'errors') this.errors = requireShape(playwrightErrorsSchema, value, 'errors', 'Playwright')
    else if (key === 'stats') this.stats = requireShape(playwrightStatsSchema, value, 'stats', 'Playwright')
  }

  private takeProjects(value: unknown): void {
    const { projects = [] } = requireShape(playwrightConfigSchema, value, 'config', 'Playwright')
    for (const { name } of projects) this.projects.add(toCleanLine(name, reportLimits.suiteLength))
  }

  private takeSpec(value: unknown): void {
    const spec = requireShape(playwrightSpecSchema, value, 'specs', 'Playwright')
    for (const test of spec.tests) {
      if (this.counters.tests >= reportLimits.results) {
        throw new ReportError('report-too-many-results', `The report has more than ${reportLimits.results} tests.`)
      }
      const project = toCleanLine(test.projectName ?? '', reportLimits.suiteLength)
      this.projects.add(project)
      this.add({ result: toPlaywrightResult(spec, test), label: project, suite: this.toSuiteIndex() })
    }
  }

  private add(record: SpooledResult): void {
    this.spool.append(record)
    countResult(this.counters, record.result)
    this.lastName = record.result.name
  }

  private toSuiteIndex(): number | undefined {
    if (this.suite) this.suite.index ??= this.suites.push(this.suite) - 1
    return this.suite?.index
  }

  private requirePlaywright(): void {
    const has = (key: string) => this.rootKeys.has(key)
    if (has('suites') && (has('config') || has('stats'))) return
    const keys = [...this.rootKeys].map((key) => `"${toCleanLine(key, 40)}"`).join(', ')
    throw toNotRecognised('Playwright', `it needs "suites" and "config", and has ${keys || 'no keys at all'}`)
  }

  private toSuiteName(project: string, path: string): string {
    const name = this.projects.size > 1 && project ? `${project}${suiteSeparator}${path}` : path
    return toCappedText(name, reportLimits.suiteLength)
  }
}

/** The titles from the outermost suite to this one. */
function toPath(suite: PlaywrightSuite): string {
  const titles: string[] = []
  for (let level: PlaywrightSuite | undefined = suite; level; level = level.parent) titles.unshift(level.title)
  return titles.filter(Boolean).join(suiteSeparator)
}
