import { reportLimits } from '#layers/northlight/shared/reports/report-limits.ts'
import { suiteSeparator } from '#layers/northlight/shared/reports/suite-separator.ts'
import type { TestResult, TestStatus } from '#layers/northlight/shared/reports/test-report.ts'
import type { CtrfTest } from './ctrf-schema.ts'
import { toMilliseconds } from './parse-duration.ts'
import { toCappedText, toCleanLine, toCleanText } from './to-clean-text.ts'
import { toPositiveInteger } from './to-positive-integer.ts'

const statuses: Readonly<Record<Exclude<CtrfTest['status'], 'other'>, TestStatus>> = {
  passed: 'passed',
  failed: 'failed',
  skipped: 'skipped',
  pending: 'skipped',
}

/** The tools' own words for a test that was not to run. */
const skippedRawStatuses: ReadonlySet<string> = new Set([
  'todo', 'skipped', 'skip', 'pending', 'disabled', 'ignored', 'notrun', 'not run', 'notexecuted', 'excluded',
])

/** One test of a CTRF report. */
export function toCtrfResult(test: CtrfTest): TestResult {
  const status = toStatus(test)
  const attempts = toAttempts(test)
  const flaky = status === 'passed' && (test.flaky ?? attempts > 1)
  const { duration, line } = test
  return {
    suite: toSuiteName(test.suite),
    name: toCleanLine(test.name, reportLimits.nameLength) || '(unnamed)',
    file: toCleanLine(test.filePath ?? '', reportLimits.fileLength) || undefined,
    line: toPositiveInteger(line ?? 0),
    status,
    flaky,
    attempts,
    durationMs: typeof duration === 'number' && duration >= 0 && Number.isFinite(duration) ? toMilliseconds(duration) : undefined,
    ...explain(test, status, flaky),
  }
}

/** "Other" is what the tool has and CTRF hasn't: a test that was not to run is skipped, any other did not pass. */
function toStatus({ status, rawStatus }: CtrfTest): TestStatus {
  if (status !== 'other') return statuses[status]
  return skippedRawStatuses.has(rawStatus?.trim().toLowerCase() ?? '') ? 'skipped' : 'failed'
}

function toAttempts({ retries, retryAttempts }: CtrfTest): number {
  return toPositiveInteger((retries ?? retryAttempts?.length ?? 0) + 1) ?? 1
}

function toSuiteName(suite: CtrfTest['suite']): string {
  const names = typeof suite === 'string' ? [suite] : suite ?? []
  const path = names.map((name) => toCleanLine(name, reportLimits.suiteLength)).filter(Boolean)
  return toCappedText(path.join(suiteSeparator), reportLimits.suiteLength)
}

/** A flaky test is explained by the first attempt that failed. A test that passed at once needs no explanation. */
function explain(test: CtrfTest, status: TestStatus, flaky: boolean): Pick<TestResult, 'message' | 'detail'> {
  if (status === 'passed' && !flaky) return { message: undefined, detail: undefined }
  const attempt = flaky ? test.retryAttempts?.find((one) => one.status === 'failed') : undefined
  const message = toCleanText(attempt?.message ?? test.message ?? '').trim()
  const trace = toCleanText(attempt?.trace ?? test.trace ?? '').trim()
  const [firstLine = ''] = (message || trace).split('\n', 1)
  return {
    message: toCleanLine(firstLine, reportLimits.messageLength) || toReason(test, status),
    detail: toDetail(message, trace),
  }
}

/** For a status of the tool's own, its word. */
function toReason({ status, rawStatus }: CtrfTest, read: TestStatus): string | undefined {
  if (status !== 'other' || read !== 'failed') return undefined
  const word = toCleanLine(rawStatus ?? '', 80)
  return word ? `Ended as "${word}".` : 'Neither passed nor failed.'
}

/** Some tools repeat the message at the trace's head, others leave it out. */
function toDetail(message: string, trace: string): string | undefined {
  const isRepeated = trace.includes(message) || (!trace && !message.includes('\n'))
  const detail = isRepeated ? trace : [message, trace].filter(Boolean).join('\n')
  return detail ? toCappedText(detail, reportLimits.detailLength) : undefined
}
