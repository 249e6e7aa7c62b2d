import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseWholeReport as parseReport, testReportSchema, type TestReport } from './parse-whole-report.ts'
import type { ReportCounters } from '#layers/northlight/shared/reports/test-report.ts'
import { readFixture, toSource } from './to-source.ts'

const totals = z.record(z.string(), z.object({
  tool: z.string(),
  printed: z.record(z.string(), z.number()),
  failed: z.array(z.string()),
})).parse(JSON.parse(readFixture('totals.json').toString()))

type Printed = Readonly<Record<string, number | undefined>>

interface Mapping {
  toCounters: (printed: (word: string) => number) => Omit<ReportCounters, 'tests'>
  /** Failed by our rule, in words of ours, where the tool doesn't list them so. */
  alsoFailed?: string[]
  /** Failed as the tool prints it, where its report has no word of that. */
  notFailed?: string[]
  /** The tool's name as its report has it. */
  toName?: (name: string) => string
}

const playwrightMapping: Mapping = {
  toCounters: (printed) => ({
    passed: printed('passed') + printed('flaky'),
    failed: printed('failed'),
    skipped: printed('skipped'),
    flaky: printed('flaky'),
  }),
}

/** From each tool's own words to ours. */
const mappings: Readonly<Record<string, Mapping>> = {
  'vitest.junit.xml': {
    toCounters: (printed) => ({
      passed: printed('passed'), failed: printed('failed'), skipped: printed('skipped') + printed('todo'), flaky: 0,
    }),
  },
  'jest.junit.xml': {
    // jest-junit writes a test to do like one that passed: there is nothing in the file to tell them apart.
    toCounters: (printed) => ({
      passed: printed('passed') + printed('todo'), failed: printed('failed'), skipped: printed('skipped'), flaky: 0,
    }),
  },
  'mocha.junit.xml': {
    toCounters: (printed) => ({
      passed: printed('passing'), failed: printed('failing'), skipped: printed('pending'), flaky: 0,
    }),
  },
  'node-test.junit.xml': {
    toCounters: (printed) => ({
      passed: printed('pass'),
      failed: printed('fail') + printed('cancelled'),
      skipped: printed('skipped') + printed('todo'),
      flaky: 0,
    }),
    // Node writes a quotation mark as a reference, and then the ampersand of that as one more.
    toName: (name) => name.replaceAll('"', '&quot;'),
  },
  'playwright.json': playwrightMapping,
  'playwright-retries.junit.xml': playwrightMapping,
  'playwright.junit.xml': {
    // Without `includeRetries` the file doesn't say which tests were flaky.
    toCounters: (printed) => ({ ...playwrightMapping.toCounters(printed), flaky: 0 }),
  },
  'playwright-broken.json': {
    // Errors outside of any test, with no test at all, are one failure.
    toCounters: (printed) => ({ passed: 0, failed: Math.min(printed('errorsOutsideOfTests'), 1), skipped: 0, flaky: 0 }),
    alsoFailed: ['(global error)'],
  },
  'phpunit.junit.xml': {
    // A risky test is an `error` in the file. A warning isn't, and the test counts as passed.
    toCounters: (printed) => ({
      passed: printed('tests') - printed('errors') - printed('failures') - printed('risky') - printed('skipped') - printed('incomplete'),
      failed: printed('errors') + printed('failures') + printed('risky'),
      skipped: printed('skipped') + printed('incomplete'),
      flaky: 0,
    }),
    alsoFailed: ['testIsRisky'],
  },
  'pytest.junit.xml': {
    // An error in a fixture's end is counted beside the pass of the same test, of which there is one.
    toCounters: (printed) => ({
      passed: printed('passed') + printed('xpassed') - 1,
      failed: printed('failed') + printed('errors'),
      skipped: printed('skipped') + printed('xfailed'),
      flaky: 0,
    }),
  },
  'jest.ctrf.json': {
    toCounters: (printed) => ({
      passed: printed('passed'), failed: printed('failed'), skipped: printed('skipped') + printed('todo'), flaky: 1,
    }),
  },
  'mocha.ctrf.json': {
    // Mocha prints no word of a test that passed at a later attempt.
    toCounters: (printed) => ({
      passed: printed('passing'), failed: printed('failing'), skipped: printed('pending'), flaky: 1,
    }),
  },
  'playwright.ctrf.json': {
    // This reporter writes a test that passed against expectation, in either project, as one that passed in the end.
    toCounters: (printed) => ({
      passed: printed('passed') + printed('flaky') + 2, failed: printed('failed') - 2, skipped: printed('skipped'), flaky: printed('flaky') + 2,
    }),
    notFailed: ['passes against expectation'],
  },
}

const read = (file: string): Promise<TestReport> => parseReport(toSource(readFixture(`real/${file}`)))

const failedNames = ({ results }: TestReport) => results.filter(({ status }) => status === 'failed').map(({ name }) => name)

describe('reports made by the real tools', () => {
  it('has a mapping and totals for every report', () => {
    const files = readdirSync(fileURLToPath(new URL('../../../fixtures/reports/real/', import.meta.url))).sort()
    expect(Object.keys(mappings).sort()).toEqual(files)
    expect(Object.keys(totals).sort()).toEqual(files)
  })

  it.each(Object.entries(mappings))('counts %s as the tool did', async (file, { toCounters }) => {
    const printed: Printed = totals[file]?.printed ?? {}
    const report = testReportSchema.parse(await read(file))
    const expected = toCounters((word) => {
      const count = printed[word]
      if (count === undefined) throw new Error(`${file}: the tool printed no "${word}"`)
      return count
    })
    const tests = expected.passed + expected.failed + expected.skipped
    expect(report.counters).toEqual({ tests, ...expected })
    expect(tests).toBeGreaterThan(0)
    expect(report.results).toHaveLength(tests)
  })

  it.each(Object.entries(mappings))('names the failed tests of %s as the tool did', async (file, mapping) => {
    const { alsoFailed = [], notFailed = [], toName = (name) => name } = mapping
    const expected = [...(totals[file]?.failed ?? []).filter((name) => !notFailed.includes(name)).map(toName), ...alsoFailed]
    const found = failedNames(await read(file))
    expect(found.filter((name) => !expected.some((tail) => name.endsWith(tail)))).toEqual([])
    expect(expected.filter((tail) => !found.some((name) => name.endsWith(tail)))).toEqual([])
  })

  it.each(Object.keys(mappings))('says of each failed test of %s why, without colour codes', async (file) => {
    const { results } = await read(file)
    for (const { status, message, detail = '' } of results) {
      if (status === 'failed') expect(message).toMatch(/\S/)
      expect(`${message}${detail}`).not.toContain(String.fromCodePoint(0x1B))
    }
  })
})

describe('what is read of them', () => {
  it('is the same in Playwright\'s two formats', async () => {
    const toRows = ({ results }: TestReport) => results
      .map(({ suite, name, status, flaky, attempts }) => ({ test: `${suite} › ${name}`, status, flaky, attempts }))
      .sort((left, right) => (left.test < right.test ? -1 : 1))
    const [json, junit] = await Promise.all([read('playwright.json'), read('playwright-retries.junit.xml')])
    // Playwright's JUnit reporter writes no retries of a test that passed against expectation.
    const isComparable = ({ test }: { test: string }) => !test.includes('passes against expectation')
    expect(toRows(json).filter(isComparable)).toEqual(toRows(junit).filter(isComparable))
  })

  it('has places, projects and suites', async () => {
    const { results } = await read('playwright.json')
    expect(results.find(({ flaky }) => flaky)).toMatchObject({
      suite: 'alpha › sample.test.mjs › cart › nested deeply',
      name: 'passes at the third attempt',
      file: 'sample.test.mjs',
      attempts: 3,
      status: 'passed',
    })
    const php = await read('phpunit.junit.xml')
    expect(php.results[1]).toMatchObject({
      suite: 'Shop\\SampleTest',
      line: 16,
      file: '/project/phpunit/SampleTest.php',
      message: 'Failed asserting that two strings are identical.',
    })
    const node = await read('node-test.junit.xml')
    expect(node.results.find(({ name }) => name === 'doubles 2 to 5')).toMatchObject({ suite: 'cart › nested deeply', message: '4 == 5' })
  })
})
