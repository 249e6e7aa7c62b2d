import { describe, expect, it } from 'vitest'
import { parseWholeReport as parseReport } from './parse-whole-report.ts'
import { toSource } from './to-source.ts'

const test = (more: object = {}) => ({ name: 'adds', status: 'passed', duration: 5, ...more })

const toReport = (tests: unknown, more: object = {}, root: object = {}) => ({
  reportFormat: 'CTRF',
  specVersion: '0.0.0',
  results: { tool: { name: 'jest' }, summary: { tests: 99, start: 1_767_323_045_000, stop: 1_767_323_046_500 }, tests, ...more },
  ...root,
})

const read = (report: unknown) => parseReport(toSource(JSON.stringify(report)))

const attempt = { attempt: 1, status: 'failed', message: 'Error: red\nExpected 1', trace: 'at cart.ts:1:2' }

describe('a test', () => {
  it.each<[object, object]>([
    [{}, { status: 'passed', flaky: false, attempts: 1, durationMs: 5, message: undefined, detail: undefined }],
    [{ message: 'all is well' }, { status: 'passed', message: undefined }],
    [{ status: 'failed', message: 'Error: red', trace: 'Error: red\n    at cart.ts:1:2' }, { status: 'failed', message: 'Error: red', detail: 'Error: red\n    at cart.ts:1:2' }],
    [{ status: 'failed', message: 'Error: red\nExpected 1', trace: 'at cart.ts:1:2' }, { message: 'Error: red', detail: 'Error: red\nExpected 1\nat cart.ts:1:2' }],
    [{ status: 'failed', trace: 'Error: red\n    at cart.ts:1:2' }, { message: 'Error: red' }],
    [{ status: 'failed', message: 'Error: red' }, { message: 'Error: red', detail: undefined }],
    [{ status: 'failed' }, { status: 'failed', message: undefined }],
    [{ status: 'skipped', message: 'no network' }, { status: 'skipped', message: 'no network' }],
    [{ status: 'pending' }, { status: 'skipped', message: undefined }],
    [{ status: 'other', rawStatus: 'todo' }, { status: 'skipped', message: undefined }],
    [{ status: 'other', rawStatus: 'Not Run' }, { status: 'skipped' }],
    [{ status: 'other', rawStatus: 'interrupted' }, { status: 'failed', message: 'Ended as "interrupted".' }],
    [{ status: 'other' }, { status: 'failed', message: 'Neither passed nor failed.' }],
    [{ retries: 2, flaky: true, retryAttempts: [attempt, attempt] }, { status: 'passed', flaky: true, attempts: 3, message: 'Error: red' }],
    [{ retries: 1 }, { flaky: true, attempts: 2 }],
    [{ retryAttempts: [attempt] }, { flaky: true, attempts: 2 }],
    [{ retries: 2, flaky: false }, { flaky: false, attempts: 3 }],
    [{ status: 'failed', flaky: true, retries: 2 }, { status: 'failed', flaky: false, attempts: 3 }],
    [{ suite: ['cart.test.ts', 'cart', ''] }, { suite: 'cart.test.ts › cart' }],
    [{ suite: 'cart.test.ts > cart' }, { suite: 'cart.test.ts > cart' }],
    [{ filePath: 'cart.test.ts', line: 7 }, { file: 'cart.test.ts', line: 7 }],
    [{ filePath: '', line: -1, duration: -4, retries: -3 }, { file: undefined, line: undefined, durationMs: undefined, attempts: 1 }],
    [{ suite: null, message: null, trace: null, line: null, retries: null, flaky: null, duration: null }, { suite: '', status: 'passed' }],
    [{ name: ' ' }, { name: '(unnamed)' }],
    [{ name: 'a\u0000b\uD83E' }, { name: 'a\uFFFDb\uFFFD' }],
  ])('reads %j', async (more, expected) => {
    const { results } = await read(toReport([test(more)]))
    expect(results).toEqual([expect.objectContaining(expected)])
  })

  it('of one name stays apart from another: CTRF keeps attempts inside a test', async () => {
    const { counters } = await read(toReport([test({ status: 'failed' }), test()]))
    expect(counters).toEqual({ tests: 2, passed: 1, failed: 1, skipped: 0, flaky: 0 })
  })
})

describe('the report', () => {
  it('takes title, start and duration, and counts for itself', async () => {
    expect(await read(toReport([test()]))).toMatchObject({
      format: 'ctrf', title: 'jest report', startedAt: 1_767_323_045_000, durationMs: 1_500,
      counters: { tests: 1, passed: 1, failed: 0, skipped: 0, flaky: 0 },
    })
  })

  it.each([
    [{ environment: { reportName: 'Nightly' } }, { title: 'Nightly' }],
    [{ tool: { name: null } }, { title: 'CTRF report' }],
    [{ summary: { start: 0, stop: 0 } }, { startedAt: undefined, durationMs: 10 }],
    [{ summary: { start: 1, stop: 5, duration: 900 } }, { durationMs: 900 }],
  ])('with %j reads %j', async (more, expected) => {
    expect(await read(toReport([test(), test()], more))).toMatchObject(expected)
  })

  it('needs no "reportFormat", and no order of keys', async () => {
    const { results } = toReport([test()])
    expect(await read({ extra: { suites: [] }, results })).toMatchObject({ format: 'ctrf', counters: { tests: 1 } })
  })

  it('passes over what it does not read, however much there is of it', async () => {
    const heavy = { steps: Array.from({ length: 500 }, (_, index) => ({ name: `step ${index}`, status: 'failed' })), extra: { name: 'not mine' }, stdout: ['x'.repeat(10_000)] }
    expect((await read(toReport([test(heavy)]))).results).toMatchObject([{ name: 'adds', status: 'passed' }])
  })
})

describe('refusals', () => {
  it.each([
    [toReport(undefined), /needs "tests"/],
    [toReport({}), /its "tests" is no array/],
    [toReport(7), /its "tests" is no array/],
    [{ results: [] }, /its "results" is no object/],
    [{ reportFormat: 'OTHER', results: {} }, /its "reportFormat" is another one/],
    [toReport(['adds']), /in "tests", it is not as CTRF writes it/],
    [toReport([{ status: 'passed' }]), /in "tests", it\.name/],
    [toReport([test({ status: 'fine' })]), /in "tests", it\.status/],
    [toReport([test({ suite: [1] })]), /in "tests", it\.suite/],
    [toReport([test()], { summary: { start: 'now' } }), /in "summary", it\.start/],
  ])('refuses %j, and says why', async (json, message) => {
    await expect(read(json)).rejects.toMatchObject({ code: 'report-not-recognised', message: expect.stringMatching(message) })
  })

  it('names the last whole test of a cut file', async () => {
    const text = JSON.stringify(toReport([test({ name: 'whole' }), test()]), null, 1)
    await expect(parseReport(toSource(text.slice(0, text.indexOf('"adds"'))))).rejects.toMatchObject({
      code: 'report-truncated', message: expect.stringMatching(/the last whole test in it is "whole"/),
    })
  })
})
