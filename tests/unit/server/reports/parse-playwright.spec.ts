import { describe, expect, it } from 'vitest'
import { parseWholeReport as parseReport } from './parse-whole-report.ts'
import { toSource } from './to-source.ts'

const escape = String.fromCodePoint(0x1B)

const toTest = (status: string, results: readonly object[], more: object = {}) => ({
  timeout: 0, annotations: [], expectedStatus: 'passed', projectId: '', projectName: '', status, results, ...more,
})

const passed = { status: 'passed', duration: 5, retry: 0, steps: [{ title: 'a', steps: [{ title: 'b' }] }] }

const failed = {
  status: 'failed',
  duration: 7,
  error: { message: `${escape}[31mError: red${escape}[39m\nmore`, stack: `Error: red\n    at cart.ts:1:2`, location: { file: 'cart.ts', line: 1, column: 2 } },
  errors: [{ message: `${escape}[31mError: red${escape}[39m\nmore`, stack: `Error: red\n    at cart.ts:1:2` }],
  stdout: [{ text: 'x'.repeat(1_000) }],
}

const toSpec = (title: string, tests: readonly object[]) => ({ title, ok: true, tags: [], tests, id: 'x', file: 'cart.spec.ts', line: 3, column: 1 })

const toReport = (specs: readonly object[], more: object = {}) => ({
  config: { projects: [{ name: '' }], metadata: { deep: [[[{}]]] } },
  suites: [{ title: 'cart.spec.ts', file: 'cart.spec.ts', specs: [], suites: [{ title: 'cart', specs }] }],
  errors: [],
  stats: { startTime: '2026-01-02T03:04:05.678Z', duration: 12.5, expected: 99 },
  ...more,
})

const read = (report: unknown) => parseReport(toSource(JSON.stringify(report, null, 1)))

describe('statuses', () => {
  it.each([
    ['expected', [passed], { status: 'passed', flaky: false, attempts: 1, durationMs: 5 }],
    ['expected', [failed], { status: 'passed', flaky: false }],
    ['unexpected', [failed, failed], { status: 'failed', attempts: 2, durationMs: 14, message: 'Error: red', detail: 'Error: red\n    at cart.ts:1:2' }],
    ['unexpected', [{ status: 'timedOut', duration: 1 }], { status: 'failed', message: 'Timed out.' }],
    ['flaky', [failed, passed], { status: 'passed', flaky: true, attempts: 2, message: 'Error: red' }],
    ['skipped', [{ status: 'skipped', duration: 0 }], { status: 'skipped', message: undefined }],
    ['skipped', [], { status: 'skipped', attempts: 1, durationMs: undefined }],
    ['skipped', [{ status: 'interrupted', duration: 0 }], { status: 'failed', message: 'Interrupted.' }],
    ['unexpected', [{ status: null }], { status: 'failed' }],
  ])('reads %s with %j', async (status, results, expected) => {
    const report = await read(toReport([toSpec('adds', [toTest(status, results)])]))
    expect(report.results).toEqual([expect.objectContaining({
      suite: 'cart.spec.ts › cart', name: 'adds', file: 'cart.spec.ts', line: 3, ...expected,
    })])
  })

  it('says so where a test passed against expectation, and why one was skipped', async () => {
    const report = await read(toReport([toSpec('adds', [
      toTest('unexpected', [passed], { expectedStatus: 'failed' }),
      toTest('skipped', [], { annotations: [{ type: 'skip', description: 'no network' }] }),
    ])]))
    expect(report.results.map(({ message }) => message)).toEqual(['Expected to fail, but passed.', 'no network'])
  })
})

describe('the report', () => {
  it('takes title, start and duration, and counts for itself', async () => {
    const report = await read(toReport([toSpec('adds', [toTest('expected', [passed])])]))
    expect(report).toMatchObject({
      format: 'playwright', startedAt: Date.UTC(2026, 0, 2, 3, 4, 5, 678), durationMs: 12.5,
      counters: { tests: 1, passed: 1, failed: 0, skipped: 0, flaky: 0 },
    })
  })

  it('puts the project in front where there are several, in whatever order the keys come', async () => {
    const tests = [toTest('expected', [passed], { projectName: 'alpha' }), toTest('expected', [passed], { projectName: 'beta' })]
    const suites = [{ suites: [{ specs: [toSpec('adds', tests)], title: 'cart' }], specs: [toSpec('opens', tests)], title: 'cart.spec.ts' }]
    const report = await read({ stats: {}, suites, config: { projects: [{ name: 'alpha' }, { name: 'beta' }] } })
    expect(report.results.map(({ suite, name }) => [suite, name])).toEqual([
      ['alpha › cart.spec.ts › cart', 'adds'],
      ['beta › cart.spec.ts › cart', 'adds'],
      ['alpha › cart.spec.ts', 'opens'],
      ['beta › cart.spec.ts', 'opens'],
    ])
  })

  it('makes one failure of errors outside of any test, where no test was run', async () => {
    const errors = [{ message: 'Error: can\'t load', location: { file: 'a.spec.ts', line: 4, column: 1 } }, { value: 'thrown' }]
    const alone = await read(toReport([], { errors }))
    expect(alone.results).toEqual([expect.objectContaining({
      name: '(global error)', status: 'failed', file: 'a.spec.ts', line: 4, message: 'Error: can\'t load', detail: 'Error: can\'t load\n\nthrown',
    })])
    const beside = await read(toReport([toSpec('adds', [toTest('expected', [passed])])], { errors }))
    expect(beside.results).toHaveLength(1)
  })

  it('keeps NUL, halves of pairs and "__proto__" harmless', async () => {
    const spec = '{"title":"a\\u0000b\\ud83e","__proto__":{"x":1},"tests":[{"status":"expected","results":[],"__proto__":1}]}'
    const report = await parseReport(toSource(`{"config":{},"suites":[{"title":"s","specs":[${spec}]}]}`))
    expect(report.results).toMatchObject([{ name: 'a\uFFFDb\uFFFD' }])
  })
})

describe('refusals', () => {
  it.each([
    [{ stats: {}, tests: [], passes: [] }, /needs "suites" and "config", and has "stats", "tests", "passes"/],
    [{ suites: [] }, /needs "suites"/],
    [{ config: {}, suites: {} }, /its "suites" is no array/],
    [{ config: {}, suites: null }, /its "suites" is no array/],
    [{ config: {}, suites: [1] }, /its "suite" is no object/],
    [{ config: {}, suites: [{ specs: [{ title: 'a' }] }] }, /in "specs", it\.tests/],
    [{ config: {}, suites: [{ specs: [{ title: 'a', tests: [{ status: 'fine', results: [] }] }] }] }, /it\.tests\.0\.status/],
  ])('refuses %j, and says why', async (json, message) => {
    await expect(read(json)).rejects.toMatchObject({ code: 'report-not-recognised', message: expect.stringMatching(message) })
  })

  it.each(['{"a":1}{"b":2}', '{"a" 1}', '{"a":1,}', '{\n\n"a":[}'])('refuses %j as malformed', async (json) => {
    await expect(parseReport(toSource(json))).rejects.toMatchObject({ code: 'report-malformed', message: expect.stringMatching(/near line \d/) })
  })

  it('names the last whole test of a cut file, and the line', async () => {
    const text = JSON.stringify(toReport([toSpec('whole', [toTest('expected', [passed])])]), null, 1)
    const cut = text.slice(0, text.indexOf('"errors"'))
    await expect(parseReport(toSource(cut))).rejects.toMatchObject({
      code: 'report-truncated', message: `The report ends in the middle, at line ${cut.split('\n').length}; the last whole test in it is "whole".`,
    })
  })
})
