import type { z } from 'zod'
import { computeReportCounters } from '#layers/northlight/shared/reports/compute-report-counters.ts'
import { reportLimits } from '#layers/northlight/shared/reports/report-limits.ts'
import { suiteSeparator } from '#layers/northlight/shared/reports/suite-separator.ts'
import type { TestReport, TestResult } from '#layers/northlight/shared/reports/test-report.ts'
import { JsonValueCollector, type JsonScalar } from './json-value-collector.ts'
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

/** The containers that are walked through; everything else is collected whole, or passed over. */
type Place = 'root' | 'suites' | 'suite' | 'specs'

interface OpenContainer {
  place: Place
  suite?: PlaywrightSuite
  /** The key whose value is next; of a list, none. */
  key: string
}

type Slot = Place | 'value' | 'ignored'

const slots: Readonly<Record<Place, (key: string) => Slot>> = {
  root: toSlot({ suites: 'suites', config: 'value', errors: 'value', stats: 'value' }),
  suites: () => 'suite',
  suite: toSlot({ title: 'value', specs: 'specs', suites: 'suites' }),
  specs: () => 'value',
}

const containers: Readonly<Record<Place, 'object' | 'array'>> = {
  root: 'object', suites: 'array', suite: 'object', specs: 'array',
}

/** The meaning of a Playwright report, fed with its JSON tokens in order; the order of keys is free. */
export class PlaywrightDocument {
  private readonly open: OpenContainer[] = []
  private readonly rows: { result: TestResult, project: string, suite?: PlaywrightSuite }[] = []
  private readonly projects = new Set<string>()
  private readonly paths = new Map<PlaywrightSuite, string>()
  private readonly rootKeys = new Set<string>()
  private errors: readonly PlaywrightError[] = []
  private stats: z.infer<typeof playwrightStatsSchema> = {}
  private collector: JsonValueCollector | undefined
  private ignoredDepth = 0

  /** The last test that was read whole, for a message about a cut file. */
  get lastCase(): string {
    return this.rows.at(-1)?.result.name ?? ''
  }

  openContainer(container: 'object' | 'array'): void {
    if (this.ignoredDepth > 0) {
      this.ignoredDepth += 1
      return
    }
    if (this.collector) {
      this.collector.open(container)
      return
    }
    const slot = this.nextSlot()
    if (slot === 'ignored') this.ignoredDepth = 1
    else if (slot === 'value') {
      this.collector = new JsonValueCollector(playwrightKeys)
      this.collector.open(container)
    }
    else this.openPlace(slot, container)
  }

  closeContainer(container: 'object' | 'array'): void {
    if (this.ignoredDepth > 0) {
      this.ignoredDepth -= 1
      return
    }
    if (!this.collector) {
      this.open.pop()
      return
    }
    this.collector.close(container)
    if (!this.collector.done) return
    const { value } = this.collector
    this.collector = undefined
    this.takeValue(value)
  }

  key(key: string): void {
    if (this.ignoredDepth > 0) return
    if (this.collector) {
      this.collector.key(key)
      return
    }
    const parent = this.open.at(-1)
    if (!parent) return
    parent.key = key
    if (parent.place === 'root' && this.rootKeys.size < 12) this.rootKeys.add(key)
  }

  scalar(value: JsonScalar): void {
    if (this.ignoredDepth > 0) return
    if (this.collector) {
      this.collector.scalar(value)
      return
    }
    const slot = this.nextSlot()
    if (slot === 'value') this.takeValue(value)
    else if (slot !== 'ignored') throw toNotRecognised(`its "${slot}" is no ${containers[slot]}`)
  }

  /** The report, once the outermost object is closed. */
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

  private nextSlot(): Slot {
    const parent = this.open.at(-1)
    return parent ? slots[parent.place](parent.key) : 'root'
  }

  private openPlace(place: Place, container: 'object' | 'array'): void {
    if (container !== containers[place]) throw toNotRecognised(`its "${place}" is no ${containers[place]}`)
    const parent = this.open.at(-1)?.suite
    this.open.push({ place, key: '', suite: place === 'suite' ? { title: '', parent } : parent })
  }

  private takeValue(value: unknown): void {
    const parent = this.open.at(-1)
    if (parent?.place === 'specs') this.takeSpec(value, parent.suite)
    else if (parent?.place === 'suite' && parent.suite) {
      parent.suite.title = typeof value === 'string' ? toCleanLine(value, reportLimits.suiteLength) : ''
    }
    else if (parent?.key === 'config') this.takeProjects(value)
    else if (parent?.key === 'errors') this.errors = requireShape(playwrightErrorsSchema, value, 'errors')
    else if (parent?.key === 'stats') this.stats = requireShape(playwrightStatsSchema, value, 'stats')
  }

  private takeProjects(value: unknown): void {
    const { projects = [] } = requireShape(playwrightConfigSchema, value, 'config')
    for (const { name } of projects) this.projects.add(toCleanLine(name, reportLimits.suiteLength))
  }

  private takeSpec(value: unknown, suite: PlaywrightSuite | undefined): void {
    const spec = requireShape(playwrightSpecSchema, value, 'specs')
    for (const test of spec.tests) {
      if (this.rows.length >= reportLimits.results) {
        throw new ReportError('report-too-many-results', `The report has more than ${reportLimits.results} tests.`)
      }
      const project = toCleanLine(test.projectName ?? '', reportLimits.suiteLength)
      this.projects.add(project)
      this.rows.push({ result: toPlaywrightResult(spec, test), project, suite })
    }
  }

  private requirePlaywright(): void {
    const has = (key: string) => this.rootKeys.has(key)
    if (has('suites') && (has('config') || has('stats'))) return
    const keys = [...this.rootKeys].map((key) => `"${toCleanLine(key, 40)}"`).join(', ')
    throw toNotRecognised(`it needs "suites" and "config", and has ${keys || 'no keys at all'}`)
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

function toSlot(known: Readonly<Record<string, Slot>>): (key: string) => Slot {
  const slotByKey = new Map(Object.entries(known))
  return (key) => slotByKey.get(key) ?? 'ignored'
}

function requireShape<T>(schema: z.ZodType<T>, value: unknown, place: string): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw toNotRecognised(`in "${place}", ${['it', ...issue?.path ?? []].join('.')} is not as Playwright writes it (${issue?.message})`)
}

function toNotRecognised(reason: string): ReportError {
  return new ReportError('report-not-recognised', `The file is JSON, but no Playwright report: ${reason}.`)
}
