import { reportLimits } from '#layers/northlight/shared/reports/report-limits.ts'
import type { TestResult, TestStatus } from '#layers/northlight/shared/reports/test-report.ts'
import { CappedText } from './capped-text.ts'
import { toCappedText, toCleanLine, toCleanText } from './to-clean-text.ts'

export type JunitAttributes = ReadonlyMap<string, string>

/** What an element in a case says of it; `retried` is an earlier attempt that failed. */
export type JunitOutcomeKind = 'failed' | 'skipped' | 'retried'

export const junitOutcomes: ReadonlyMap<string, JunitOutcomeKind> = new Map<string, JunitOutcomeKind>([
  ['failure', 'failed'],
  ['error', 'failed'],
  ['skipped', 'skipped'],
  ['flakyFailure', 'retried'],
  ['flakyError', 'retried'],
  ['rerunFailure', 'retried'],
  ['rerunError', 'retried'],
])

const skippedStatuses: ReadonlySet<string> = new Set(['disabled', 'skipped', 'notrun'])

interface JunitOutcome {
  count: number
  message: string
  type: string
  text: CappedText
}

/** One `testcase` while it is read. */
export interface JunitCase {
  attributes: JunitAttributes
  /** All outcomes of a kind in one: the first one's message, everybody's text. */
  outcomes: Map<JunitOutcomeKind, JunitOutcome>
  output: CappedText
}

/** Adds an outcome to the case and gives the text that its content goes to. */
export function addOutcome(testCase: JunitCase, kind: JunitOutcomeKind, attributes: JunitAttributes): CappedText {
  const known = testCase.outcomes.get(kind)
  if (known) {
    known.count += 1
    known.text.append('\n\n')
    return known.text
  }
  const outcome = {
    count: 1,
    message: attributes.get('message') ?? '',
    type: attributes.get('type') ?? '',
    text: new CappedText(),
  }
  testCase.outcomes.set(kind, outcome)
  return outcome.text
}

/** What the case's own elements say, all of them taken together: the worst outcome counts, once. */
export function toCaseOutcome(
  testCase: JunitCase,
  name: string,
): Pick<TestResult, 'status' | 'flaky' | 'attempts' | 'message' | 'detail'> {
  const { outcomes, attributes } = testCase
  const status = toStatus(testCase)
  const retries = outcomes.get('retried')?.count ?? 0
  const deciding = outcomes.get(status === 'passed' ? 'retried' : status)
  const explained = deciding ? toExplanation(deciding, name) : {}
  const output = status === 'failed' && explained.detail === undefined ? toDetail(testCase.output.toString()) : undefined
  const reason = status === 'skipped' && !deciding ? attributes.get('status') : undefined
  return {
    status,
    flaky: status === 'passed' && retries > 0,
    attempts: retries + 1,
    message: explained.message ?? reason,
    detail: explained.detail ?? output,
  }
}

function toStatus({ outcomes, attributes }: JunitCase): TestStatus {
  if (outcomes.has('failed')) return 'failed'
  if (outcomes.has('skipped')) return 'skipped'
  return skippedStatuses.has(attributes.get('status')?.toLowerCase() ?? '') ? 'skipped' : 'passed'
}

function toExplanation({ message, type, text }: JunitOutcome, name: string): Pick<TestResult, 'message' | 'detail'> {
  const body = text.toString()
  const line = toFirstLine(message, name) || toFirstLine(body, name) || toCleanLine(type, reportLimits.messageLength)
  const wholeMessage = toDetail(message)
  return { message: line || undefined, detail: toDetail(body) ?? (wholeMessage === line ? undefined : wholeMessage) }
}

/** The first line that says something; PHPUnit's bodies begin with the test's own identifier, which doesn't. */
function toFirstLine(text: string, name: string): string {
  const lines = toCleanText(text).split('\n').map((line) => line.trim()).filter(Boolean)
  const telling = lines.find((line) => !line.endsWith(`::${name}`)) ?? lines[0] ?? ''
  return toCleanLine(telling, reportLimits.messageLength)
}

function toDetail(text: string): string | undefined {
  const clean = toCleanText(text).trim()
  return clean ? toCappedText(clean, reportLimits.detailLength) : undefined
}
