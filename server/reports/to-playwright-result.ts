import { reportLimits } from '#layers/northlight/shared/reports/report-limits.ts'
import type { TestResult, TestStatus } from '#layers/northlight/shared/reports/test-report.ts'
import { toMilliseconds } from './parse-duration.ts'
import type { PlaywrightError, PlaywrightResult, PlaywrightSpec, PlaywrightTest } from './playwright-schema.ts'
import { toCappedText, toCleanLine, toCleanText } from './to-clean-text.ts'
import { toPositiveInteger } from './to-positive-integer.ts'

const statuses: Readonly<Record<PlaywrightTest['status'], TestStatus>> = {
  expected: 'passed',
  unexpected: 'failed',
  flaky: 'passed',
  skipped: 'skipped',
}

/** What to say of an attempt that failed without an error of its own. */
const attemptMessages: Readonly<Record<NonNullable<PlaywrightResult['status']>, string | undefined>> = {
  passed: 'Expected to fail, but passed.',
  failed: undefined,
  timedOut: 'Timed out.',
  skipped: undefined,
  interrupted: 'Interrupted.',
}

/** One test of one project, without its suite. */
export function toPlaywrightResult(spec: PlaywrightSpec, test: PlaywrightTest): TestResult {
  const status = toStatus(test)
  const flaky = test.status === 'flaky'
  const durationMs = toMilliseconds(test.results.reduce((sum, { duration }) => sum + Math.max(duration ?? 0, 0), 0))
  return {
    suite: '',
    name: toCleanLine(spec.title, reportLimits.nameLength) || '(unnamed)',
    file: toCleanLine(spec.file ?? '', reportLimits.fileLength) || undefined,
    line: toPositiveInteger(spec.line ?? 0),
    status,
    flaky,
    attempts: Math.max(test.results.length, 1),
    durationMs: test.results.length > 0 && Number.isFinite(durationMs) ? durationMs : undefined,
    ...(status === 'failed' || flaky ? explainFailure(test) : explainSkip(test, status)),
  }
}

/** The failure that stands for errors outside of any test, where no test was run at all. */
export function toGlobalErrorResult(errors: readonly PlaywrightError[]): TestResult {
  const location = errors.find((error) => error.location)?.location
  return {
    suite: '',
    name: '(global error)',
    file: toCleanLine(location?.file ?? '', reportLimits.fileLength) || undefined,
    line: toPositiveInteger(location?.line ?? 0),
    status: 'failed',
    flaky: false,
    attempts: 1,
    ...explainErrors(errors),
  }
}

/** Playwright calls a test that was interrupted "skipped", though it never came to an end. */
function toStatus({ status, results }: PlaywrightTest): TestStatus {
  const interrupted = status === 'skipped' && results.some((result) => result.status === 'interrupted')
  return interrupted ? 'failed' : statuses[status]
}

type Explanation = Pick<TestResult, 'message' | 'detail'>

const unexplained: Explanation = { message: undefined, detail: undefined }

/** A flaky test is explained by the first attempt that failed, a failed one by the last. */
function explainFailure({ results, status, expectedStatus }: PlaywrightTest): Explanation {
  const missed = results.filter((result) => result.status !== (expectedStatus ?? 'passed'))
  const deciding = status === 'flaky' ? missed[0] : missed.at(-1)
  if (!deciding) return unexplained
  const { error, errors = [] } = deciding
  const { message, detail } = explainErrors(errors.length === 0 && error ? [error] : errors)
  return { message: message ?? attemptMessages[deciding.status ?? 'failed'], detail }
}

function explainSkip({ annotations = [] }: PlaywrightTest, status: TestStatus): Explanation {
  const reason = annotations.find(({ type, description }) => description && ['skip', 'fixme'].includes(type))?.description
  if (status !== 'skipped' || !reason) return unexplained
  return { message: toCleanLine(reason, reportLimits.messageLength) || undefined, detail: undefined }
}

function explainErrors(errors: readonly PlaywrightError[]): Explanation {
  const texts = errors.map(({ message, stack, value }) => ({
    message: toCleanText(message ?? value ?? stack ?? '').trim(),
    detail: toCleanText(stack ?? message ?? value ?? '').trim(),
  }))
  const [first = ''] = texts.find(({ message }) => message)?.message.split('\n', 1) ?? []
  const detail = texts.map((text) => text.detail).filter(Boolean).join('\n\n')
  return {
    message: toCleanLine(first, reportLimits.messageLength) || undefined,
    detail: detail ? toCappedText(detail, reportLimits.detailLength) : undefined,
  }
}
