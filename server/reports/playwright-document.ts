import type { z } from 'zod'
import { computeReportCounters } from '#layers/northlight/shared/reports/compute-report-counters.ts'
import { reportLimits } from '#layers/northlight/shared/reports/report-limits.ts'
import { suiteSeparator } from '#layers/northlight/shared/reports/suite-separator.ts'
import type { TestReport, TestResult } from '#layers/northlight/shared/reports/test-report.ts'
import { JsonPlaceWalker, toSlots, type JsonShape } from './json-place-walker.ts'
import { requireShape, toNotRecognised, type JsonReportDocument } from './json-report-document.ts'
import { toMilliseconds } from './parse-duration.ts'
import { parseTimestamp } from './parse-timestamp.ts'
import {
  playwrightConfigSchema, playwrightErrorsSchema, playwrightKeys, playwrightSpecSchema, playwrightStatsSchema,
  type PlaywrightError,
} from './playwright-schema.ts'
import { ReportError } from './report-error.ts'
import { runInBatches } from './run-in-batches.ts'
import { toCappedText, toCleanLine } from './to-clean-text.ts'
import { toGlobalErrorResult, toPlaywrightResult } from './to-playwright-result.ts'

interface PlaywrightSuite {
  title: string
  parent?: PlaywrightSuite
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
  private readonly rows: { result: TestResult, project: string, suite?: PlaywrightSuite }[] = []
  private readonly projects = new Set<string>()
  private readonly paths = new Map<PlaywrightSuite, string>()
  private readonly rootKeys: ReadonlySet<string>
  private suite: PlaywrightSuite | undefined
  private errors: readonly PlaywrightError[] = []
  private stats: z.infer<typeof playwrightStatsSchema> = {}

  /** `rootKeys`: the keys of the outermost object that were met so far. */
  constructor(rootKeys: ReadonlySet<string>) {
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
    this.rootKeys = rootKeys
  }

  get lastCase(): string {
    return this.rows.at(-1)?.result.name ?? ''
  }

  async toReport(): Promise<TestReport> {
    this.requirePlaywright()
    if (this.rows.length === 0 && this.errors.length > 0) {
      this.rows.push({ result: toGlobalErrorResult(this.errors), project: '' })
    }
    const results: TestResult[] = []
    await runInBatches(this.rows, ({ result, project, suite }) => {
      result.suite = this.toSuiteName(project, suite)
      results.push(result)
    })
    const { duration = -1, startTime } = this.stats
    return {
      format: 'playwright',
      title: 'Playwright report',
      startedAt: parseTimestamp(startTime),
      durationMs: duration >= 0 && Number.isFinite(duration) ? toMilliseconds(duration) : undefined,
      results,
      counters: computeReportCounters(results),
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
      if (this.rows.length >= reportLimits.results) {
        throw new ReportError('report-too-many-results', `The report has more than ${reportLimits.results} tests.`)
      }
      const project = toCleanLine(test.projectName ?? '', reportLimits.suiteLength)
      this.projects.add(project)
      this.rows.push({ result: toPlaywrightResult(spec, test), project, suite: this.suite })
    }
  }

  private requirePlaywright(): void {
    const has = (key: string) => this.rootKeys.has(key)
    if (has('suites') && (has('config') || has('stats'))) return
    const keys = [...this.rootKeys].map((key) => `"${toCleanLine(key, 40)}"`).join(', ')
    throw toNotRecognised('Playwright', `it needs "suites" and "config", and has ${keys || 'no keys at all'}`)
  }

  private toSuiteName(project: string, suite: PlaywrightSuite | undefined): string {
    const path = suite ? this.toPath(suite) : ''
    const name = this.projects.size > 1 && project ? `${project}${suiteSeparator}${path}` : path
    return toCappedText(name, reportLimits.suiteLength)
  }

  private toPath(suite: PlaywrightSuite): string {
    const known = this.paths.get(suite)
    if (known !== undefined) return known
    const parent = suite.parent ? this.toPath(suite.parent) : ''
    const path = [parent, suite.title].filter(Boolean).join(suiteSeparator)
    this.paths.set(suite, path)
    return path
  }
}
