import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseWholeReport as parseReport, testReportSchema } from './parse-whole-report.ts'
import type { TestResult } from '#layers/northlight/shared/reports/test-report.ts'
import { toSource } from './to-source.ts'

type Case = Pick<TestResult, 'name' | 'status' | 'attempts' | 'message' | 'detail' | 'durationMs'>

interface Suite {
  name: string
  cases: Case[]
  suites: Suite[]
}

const letters = fc.constantFrom(...'abzAZ09<>&"\']-=/{}[]:,\\é日🦊؟')

/** Text that is its own clean, one-line form. */
const word = fc.string({ unit: letters, minLength: 1, maxLength: 12 })

const paragraph = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join('\n'))

const milliseconds = fc.integer({ min: 0, max: 10_000_000 })

const testCase: fc.Arbitrary<Case> = fc.oneof(
  fc.record({ status: fc.constant('passed' as const), attempts: fc.constant(1) }),
  fc.record({ status: fc.constant('passed' as const), attempts: fc.integer({ min: 2, max: 4 }), message: word, detail: paragraph }),
  fc.record({ status: fc.constant('failed' as const), attempts: fc.integer({ min: 1, max: 3 }), message: word, detail: paragraph }),
  fc.record({ status: fc.constant('skipped' as const), attempts: fc.constant(1), message: word }),
).chain((rest) => fc.record({ name: word, durationMs: fc.option(milliseconds, { nil: undefined }) }).map((base) => ({ ...base, ...rest })))

const { suite: suiteTree } = fc.letrec<{ suite: Suite }>((tie) => ({
  suite: fc.record({
    name: word,
    cases: fc.uniqueArray(testCase, { selector: ({ name }) => name, maxLength: 4 }),
    suites: fc.oneof({ maxDepth: 3 }, fc.constant<Suite[]>([]), fc.array(tie('suite'), { maxLength: 3 })),
  }),
}))

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll('\n', '&#10;')

const toCdata = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`

const toElement = (element: string, { message = '', detail = '' }: Case) => `<${element} message="${escapeText(message)}">${toCdata(detail)}</${element}>`

function toCaseXml(one: Case): string {
  const retries = one.attempts - 1
  const body = {
    passed: toElement('flakyFailure', one).repeat(one.status === 'passed' && retries > 0 ? 1 : 0) + '<flakyError/>'.repeat(Math.max(retries - 1, 0)),
    failed: toElement('failure', one) + '<rerunFailure message="again">again</rerunFailure>'.repeat(retries),
    skipped: `<skipped message="${escapeText(one.message ?? '')}"/>`,
  }[one.status]
  const time = one.durationMs === undefined ? '' : ` time="${one.durationMs / 1_000}"`
  return `<testcase name="${escapeText(one.name)}"${time}>${body}</testcase>`
}

/** Every counter in it is wrong. */
function toSuiteXml({ name, cases, suites }: Suite): string {
  return `<testsuite tests="999" failures="-1" errors="many" name="${escapeText(name)}">\n<properties><property name="x"/></properties>${cases.map(toCaseXml).join('\n')}${suites.map(toSuiteXml).join('')}</testsuite>`
}

function toPlaywrightSuite({ name, cases, suites }: Suite): object {
  return {
    title: name,
    specs: cases.map((one) => {
      const error = { message: one.message, stack: one.detail }
      const failedAttempt = { status: 'failed', duration: 0, error, errors: [error], stdout: [{ text: one.detail }] }
      const last = { status: one.status, duration: one.durationMs ?? 0, ...(one.status === 'failed' ? { errors: [error] } : {}) }
      const status = { passed: one.attempts > 1 ? 'flaky' : 'expected', failed: 'unexpected', skipped: 'skipped' }[one.status]
      const annotations = one.status === 'skipped' ? [{ type: 'skip', description: one.message }] : []
      return { title: one.name, tests: [{ status, annotations, expectedStatus: 'passed', projectName: 'p', results: [...Array.from({ length: one.attempts - 1 }, () => failedAttempt), last] }] }
    }),
    suites: suites.map(toPlaywrightSuite),
  }
}

/** Every counter in it is wrong, and its keys come in an order of their own. */
function toCtrf(suites: readonly Suite[], oldSuites: boolean): object {
  const toTests = ({ name, cases, suites: inner }: Suite, parents: string[] = []): object[] => {
    const path = [...parents, name]
    return [...cases.map((one) => toCtrfTest(one, path, oldSuites)), ...inner.flatMap((suite) => toTests(suite, path))]
  }
  const summary = { tests: 999, passed: -1, failed: 0, skipped: 0, pending: 0, other: 0, flaky: 99, start: 0, stop: 0 }
  return { results: { tests: suites.flatMap((suite) => toTests(suite)), summary, tool: { name: 'a tool', extra: { tests: [1] } } }, specVersion: '0.0.0', reportFormat: 'CTRF' }
}

function toCtrfTest(one: Case, path: string[], oldSuites: boolean): object {
  const explanation = { message: one.message, trace: one.detail && `${one.message}\n${one.detail}` }
  const failedAttempts = Array.from({ length: one.attempts - 1 }, (_, index) => ({ attempt: index + 1, status: 'failed', stdout: [one.name], ...explanation }))
  const isFlaky = one.status === 'passed' && one.attempts > 1
  return {
    ...(isFlaky ? {} : explanation), steps: [{ name: 'a step', status: 'failed' }], suite: oldSuites ? path.join(' › ') : path,
    status: one.status === 'skipped' ? 'pending' : one.status, name: one.name, duration: one.durationMs ?? null,
    ...(one.attempts > 1 ? { retries: one.attempts - 1, retryAttempts: failedAttempts, flaky: isFlaky } : {}),
  }
}

type Row = Case & { suite: string, flaky: boolean }

const toRow = (one: Case, path: string[]): Row => ({
  suite: path.join(' › '), name: one.name, status: one.status, attempts: one.attempts,
  flaky: one.status === 'passed' && one.attempts > 1,
  message: one.message, detail: one.detail?.trim(), durationMs: one.durationMs,
})

function toRows({ name, cases, suites }: Suite, parents: string[] = []): Row[] {
  const path = [...parents, name]
  return [...cases.map((one) => toRow(one, path)), ...suites.flatMap((inner) => toRows(inner, path))]
}

/** The rule of product.md, written a second time. */
const toCounters = (rows: readonly Row[]) => ({
  tests: rows.length,
  passed: rows.filter(({ status }) => status === 'passed').length,
  failed: rows.filter(({ status }) => status === 'failed').length,
  skipped: rows.filter(({ status }) => status === 'skipped').length,
  flaky: rows.filter(({ flaky }) => flaky).length,
})

const chunkSizes = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 4 })

describe('generated reports', () => {
  it('come back from JUnit XML as they were', async () => {
    await fc.assert(fc.asyncProperty(fc.array(suiteTree, { maxLength: 3 }), chunkSizes, async (suites, sizes) => {
      const rows = suites.flatMap((suite) => toRows(suite))
      const report = testReportSchema.parse(await parseReport(toSource(`<testsuites tests="7">${suites.map(toSuiteXml).join('')}</testsuites>`, sizes)))
      expect(report.results).toEqual(rows.map((row) => expect.objectContaining(row)))
      expect(report.counters).toEqual(toCounters(rows))
    }), { numRuns: 200 })
  }, 60_000)

  it('come back from Playwright JSON as they were', async () => {
    await fc.assert(fc.asyncProperty(fc.array(suiteTree, { maxLength: 3 }), chunkSizes, fc.constantFrom(0, 2), async (suites, sizes, indent) => {
      const rows = suites.flatMap((suite) => toRows(suite)).map((row) => ({ ...row, durationMs: row.durationMs ?? 0 }))
      const json = JSON.stringify({ config: {}, suites: suites.map(toPlaywrightSuite), errors: [], stats: { expected: 999 } }, null, indent)
      const report = testReportSchema.parse(await parseReport(toSource(json, sizes)))
      expect(report.results).toEqual(rows.map((row) => expect.objectContaining(row)))
      expect(report.counters).toEqual(toCounters(rows))
    }), { numRuns: 200 })
  }, 60_000)

  it('come back from CTRF as they were', async () => {
    await fc.assert(fc.asyncProperty(fc.array(suiteTree, { maxLength: 3 }), chunkSizes, fc.constantFrom(0, 2), fc.boolean(), async (suites, sizes, indent, oldSuites) => {
      const rows = suites.flatMap((suite) => toRows(suite)).map((row) => ({ ...row, detail: row.detail && `${row.message}\n${row.detail}` }))
      const report = testReportSchema.parse(await parseReport(toSource(JSON.stringify(toCtrf(suites, oldSuites), null, indent), sizes)))
      expect(report.results).toEqual(rows.map((row) => expect.objectContaining(row)))
      expect(report.counters).toEqual(toCounters(rows))
    }), { numRuns: 200 })
  }, 60_000)
})
