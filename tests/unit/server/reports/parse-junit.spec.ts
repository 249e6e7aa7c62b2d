import { describe, expect, it } from 'vitest'
import { parseWholeReport as parseReport, type TestReport } from './parse-whole-report.ts'
import { readFixture, toSource } from './to-source.ts'

const read = (file: string): Promise<TestReport> => parseReport(toSource(readFixture(`dialects/${file}`)))

describe('suites', () => {
  it.each(['empty-suite.xml', 'empty-root.xml'])('takes an empty suite (%s) for a report of no tests', async (file) => {
    const report = await read(file)
    expect(report.results).toEqual([])
    expect(report.counters).toEqual({ tests: 0, passed: 0, failed: 0, skipped: 0, flaky: 0 })
  })

  it('joins nested suites, and says class, file and line', async () => {
    const report = await read('nested-suites.xml')
    expect(report).toMatchObject({
      title: 'everything', startedAt: Date.UTC(2026, 0, 2, 2, 4, 4), durationMs: 9_500,
    })
    expect(report.results.map(({ suite, name, file, line, durationMs }) => [suite, name, file, line, durationMs])).toEqual([
      ['outer › inner › com.shop.CartTest', 'adds', undefined, undefined, 1_000],
      ['outer › inner', 'removes', undefined, undefined, 2_000],
      ['outer', 'beside', 'cart/beside.rb', 12, undefined],
      ['', 'alone', undefined, undefined, undefined],
    ])
  })

  it('puts the host in front where suites of one name differ in it', async () => {
    const { results } = await read('several-hosts.xml')
    expect(results.map(({ suite }) => suite)).toEqual(['alpha › cart.spec.ts', 'beta › cart.spec.ts', 'till.spec.ts'])
    expect(results[0]?.file).toBe('cart.spec.ts')
  })

  it.each([
    ['nested-suites.xml', 'everything'], ['empty-suite.xml', 'nothing here'], ['several-hosts.xml', 'JUnit report'], ['cdata.xml', 'cdata'],
  ])('gives %s the root\'s name, or that of its only suite', async (file, title) => {
    expect((await read(file)).title).toBe(title)
  })
})

describe('outcomes', () => {
  it('takes flakyFailure and flakyError for a pass after failed attempts', async () => {
    const { results, counters } = await read('flaky-failure.xml')
    expect(counters).toEqual({ tests: 2, passed: 2, failed: 0, skipped: 0, flaky: 1 })
    expect(results[0]).toMatchObject({ status: 'passed', flaky: true, attempts: 3, message: 'expected 1 but was 2' })
    expect(results[0]?.detail).toContain('at CartTest.java:12')
    expect(results[0]?.detail).not.toContain('not this')
  })

  it('takes rerunFailure and rerunError for failed attempts more', async () => {
    const { results, counters } = await read('rerun-failure.xml')
    expect(counters).toEqual({ tests: 1, passed: 0, failed: 1, skipped: 0, flaky: 0 })
    expect(results[0]).toMatchObject({
      status: 'failed', flaky: false, attempts: 3, message: 'first', detail: 'AssertionError: first',
    })
  })

  it('counts the worst of several outcomes, once', async () => {
    const { results, counters } = await read('several-outcomes.xml')
    expect(counters).toEqual({ tests: 4, passed: 1, failed: 2, skipped: 1, flaky: 0 })
    expect(results).toMatchObject([
      { status: 'failed', attempts: 1, message: 'one', detail: 'body one\n\nbody two' },
      { status: 'failed', message: 'now' },
      { status: 'skipped', message: 'no network' },
      { status: 'passed' },
    ])
  })

  it('takes repeated cases of one suite for attempts', async () => {
    const { results, counters } = await read('repeated-cases.xml')
    expect(results).toMatchObject([
      { suite: 'repeated › cart', name: 'passes at last', status: 'passed', flaky: true, attempts: 2, durationMs: 3_000, message: 'not yet' },
      { name: 'fails at last', status: 'failed', flaky: false, attempts: 2, message: 'gone' },
      { name: 'skipped after a failure', status: 'failed', attempts: 2, message: 'broken' },
      { suite: 'repeated › till', name: 'passes at last', status: 'passed', attempts: 1 },
      { suite: 'repeated › cart', file: 'other.py', attempts: 1 },
      { name: 'fails at last', status: 'passed', attempts: 1, flaky: false },
    ])
    expect(counters).toEqual({ tests: 6, passed: 4, failed: 2, skipped: 0, flaky: 1 })
  })

  it('skips what is disabled or was not run, unless it failed', async () => {
    const { results } = await read('disabled.xml')
    expect(results.map(({ status }) => status)).toEqual(['skipped', 'skipped', 'skipped', 'passed', 'failed'])
    expect(results[0]?.message).toBe('notrun')
  })
})

describe('texts', () => {
  it('reads CDATA, comments and references as one text, and output only for want of a detail', async () => {
    const { results } = await read('cdata.xml')
    expect(results).toMatchObject([
      {
        name: 'torn ]]> apart',
        message: 'first line of <b>CDATA</b> & more',
        detail: 'first line of <b>CDATA</b> & more\nends with ]]> and ]] <text>',
      },
      { message: 'no body', detail: 'out and err' },
      { status: 'passed' },
    ])
    expect(results[2]?.detail).toBeUndefined()
  })

  it('keeps forbidden characters out', async () => {
    const { results } = await read('forbidden-characters.xml')
    expect(results[0]).toMatchObject({
      name: 'nul \uFFFD bell \uFFFD tab here',
      message: 'red green \uFFFD\uFFFD',
      detail: 'raw \uFFFD and \uFFFD and \uFFFD and 🦊 half \uFFFD'.replace('🦊', '\u{1F98A}'),
    })
    expect(results[1]?.detail).toBe('&#27;')
  })

  it('reads times as they are written, or not at all', async () => {
    const { results, durationMs } = await read('odd-times.xml')
    expect(Object.fromEntries(results.map((result) => [result.name, result.durationMs]))).toEqual({
      'missing': undefined, 'empty': undefined, 'negative': undefined, 'thousands': 2_503_100, 'decimal comma': 125,
      'exponent': 0.01, 'iso': 62_500, 'nan': undefined, 'infinite': undefined, 'words': undefined,
    })
    expect(durationMs).toBe(2_565_725.01)
  })

  it('names what has no name, and makes a class that is a path the file', async () => {
    const { results, title } = await read('no-name.xml')
    expect(title).toBe('JUnit report')
    expect(results).toMatchObject([
      { suite: '', name: '(unnamed)', status: 'passed', attempts: 1 },
      { suite: '', name: '(unnamed)', file: 'tests/cart.spec.ts' },
    ])
  })

  it('takes attributes that are named as parts of objects for what they are', async () => {
    expect((await read('strange-attributes.xml')).results).toMatchObject([{ suite: 'strange', name: 'a' }])
  })
})

describe('encodings', () => {
  it.each([
    ['bom.xml', 'böm', '🦊'],
    ['utf-16-le.xml', '日本語', '🦊'],
    ['utf-16-be.xml', '日本語', '🦊'],
    ['utf-16-declared-only.xml', '日本語', '🦊'],
    ['latin-1.xml', 'Größe', 'é'],
    ['windows-1252.xml', 'Preis in €', '“alt”'],
  ])('reads %s', async (file, suite, name) => {
    expect((await read(file)).results).toMatchObject([{ suite, name }])
  })
})

describe('refusals', () => {
  it.each([
    ['other-root.xml', 'report-not-recognised', /<test-run>/],
    ['doctype.xml', 'report-declarations', /line 2/],
    ['two-roots.xml', 'report-malformed', /line 2/],
    ['shift-jis.xml', 'report-encoding', /Shift_JIS/],
    ['has-own-property.xml', 'report-malformed', /line 1/],
  ])('refuses %s whole', async (file, code, message) => {
    await expect(read(file)).rejects.toMatchObject({ code, message: expect.stringMatching(message), fix: expect.stringMatching(/\w/) })
  })

  it.each([
    ['<testsuite>\n\n<testcase></testsuite>', /line 3: Unexpected close tag/],
    ['<testsuite a></testsuite>', /Attribute without value/],
    ['<testsuite>&nope;</testsuite>', /Invalid character entity/],
    ['<testsuite>&constructor;</testsuite>', /Invalid character entity/],
    ['<testsuite/>and then some', /Text data outside of root node/],
  ])('says where %j is no XML', async (xml, message) => {
    await expect(parseReport(toSource(xml))).rejects.toMatchObject({ code: 'report-malformed', message: expect.stringMatching(message) })
  })

  it('names the last whole case of a cut file, and the line', async () => {
    const cut = '<testsuite name="cut">\n<testcase name="whole"/>\n<testcase name="half"><failure>'
    await expect(parseReport(toSource(cut))).rejects.toMatchObject({
      code: 'report-truncated',
      message: 'The report ends in the middle, at line 3; the last whole test in it is "whole".',
    })
  })
})
