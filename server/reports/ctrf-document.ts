import type { z } from 'zod'
import { countResult, toEmptyCounters } from '#layers/northlight/shared/reports/compute-report-counters.ts'
import { reportLimits } from '#layers/northlight/shared/reports/report-limits.ts'
import {
  ctrfEnvironmentSchema, ctrfKeys, ctrfSummarySchema, ctrfTestSchema, ctrfToolSchema,
} from './ctrf-schema.ts'
import { JsonPlaceWalker, toSlots, type JsonShape } from './json-place-walker.ts'
import { requireShape, toNotRecognised, type JsonReportDocument } from './json-report-document.ts'
import { toMilliseconds } from './parse-duration.ts'
import type { ParsedReport } from './parsed-report.ts'
import { ReportError } from './report-error.ts'
import type { ResultSpool } from './result-spool.ts'
import { toCleanLine } from './to-clean-text.ts'
import { toCtrfResult } from './to-ctrf-result.ts'

type Place = 'root' | 'results' | 'tests'

const shape: JsonShape<Place> = {
  root: 'root',
  containers: { root: 'object', results: 'object', tests: 'array' },
  slots: {
    root: toSlots({ results: 'results', reportFormat: 'value' }),
    results: toSlots({ tests: 'tests', tool: 'value', summary: 'value', environment: 'value' }),
    tests: () => 'value',
  },
  keptKeys: ctrfKeys,
}

/** What comes later has no date of four figures for its year, which no clock of a test run tells: epoch milliseconds. */
const endOfTimes = Date.UTC(10_000, 0)

/** The meaning of a Common Test Report Format file. The counts in its summary are never read. */
export class CtrfDocument extends JsonPlaceWalker<Place> implements JsonReportDocument {
  private readonly spool: ResultSpool
  private readonly counters = toEmptyCounters()
  private durationMs = 0
  private lastName = ''
  private hasTests = false
  private tool: z.infer<typeof ctrfToolSchema> = {}
  private summary: z.infer<typeof ctrfSummarySchema> = {}
  private environment: z.infer<typeof ctrfEnvironmentSchema> = {}

  constructor(spool: ResultSpool) {
    super(shape, {
      open: (place) => {
        if (place === 'tests') this.hasTests = true
      },
      value: (place, key, value) => this.take(place, key, value),
      refuse: (place, expected) => {
        throw toNotRecognised('CTRF', `its "${place}" is no ${expected}`)
      },
    })
    this.spool = spool
  }

  get lastCase(): string {
    return this.lastName
  }

  toReport(): ParsedReport {
    if (!this.hasTests) throw toNotRecognised('CTRF', 'it needs "tests" in its "results"')
    const { start } = this.summary
    return {
      facts: {
        format: 'ctrf',
        title: this.toTitle(),
        startedAt: start && Number.isSafeInteger(start) && start > 0 && start < endOfTimes ? start : undefined,
        durationMs: this.computeDuration(),
        counters: this.counters,
      },
      toResult: ({ result }) => result,
    }
  }

  private take(place: Place, key: string, value: unknown): void {
    if (place === 'tests') this.takeTest(value)
    else if (key === 'reportFormat' && value !== 'CTRF') {
      throw toNotRecognised('CTRF', 'its "reportFormat" is another one')
    }
    else if (key === 'tool') this.tool = requireShape(ctrfToolSchema, value, 'tool', 'CTRF')
    else if (key === 'summary') this.summary = requireShape(ctrfSummarySchema, value, 'summary', 'CTRF')
    else if (key === 'environment') this.environment = requireShape(ctrfEnvironmentSchema, value, 'environment', 'CTRF')
  }

  private takeTest(value: unknown): void {
    if (this.counters.tests >= reportLimits.results) {
      throw new ReportError('report-too-many-results', `The report has more than ${reportLimits.results} tests.`)
    }
    const result = toCtrfResult(requireShape(ctrfTestSchema, value, 'tests', 'CTRF'))
    this.spool.append({ result })
    countResult(this.counters, result)
    this.durationMs += result.durationMs ?? 0
    this.lastName = result.name
  }

  private toTitle(): string {
    const name = toCleanLine(this.environment.reportName ?? '', reportLimits.titleLength)
    const tool = toCleanLine(this.tool.name ?? '', 80)
    return name || (tool ? `${tool} report` : 'CTRF report')
  }

  /** As the summary's clock has it, else the sum over the tests. */
  private computeDuration(): number | undefined {
    const { start, stop, duration } = this.summary
    const span = start && stop ? stop - start : 0
    const durationMs = [duration ?? 0, span, this.durationMs].find((one) => one > 0 && Number.isFinite(one))
    return durationMs === undefined ? undefined : toMilliseconds(durationMs)
  }
}
