import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseWholeReport as parseReport } from './parse-whole-report.ts'
import { reportLimits } from '#layers/northlight/shared/reports/report-limits.ts'
import { readFixture, toSource } from './to-source.ts'

const documents = [
  'real/vitest.junit.xml', 'real/node-test.junit.xml', 'real/pytest.junit.xml', 'real/playwright.json', 'real/playwright.ctrf.json',
  'dialects/cdata.xml', 'dialects/nested-suites.xml', 'dialects/utf-16-le.xml',
].map((path) => ({ path, bytes: readFixture(path) }))

const chunkSizes = fc.array(fc.integer({ min: 1, max: 4_000 }), { minLength: 1, maxLength: 5 })

describe('a cut report', () => {
  const whole = (bytes: Buffer) => bytes.toString('latin1').trimEnd().length

  it.each(documents)('is refused whole, wherever $path is cut', async ({ bytes }) => {
    await fc.assert(fc.asyncProperty(fc.integer({ min: 8, max: whole(bytes) - 1 }), async (length) => {
      const code = await parseReport(toSource(bytes.subarray(0, length))).then(() => 'accepted', (error) => error.code)
      expect(code).toMatch(/^report-(?:truncated|malformed)$/)
    }), { numRuns: 60 })
  }, 60_000)

  it('is refused at every single place of a small one', async () => {
    const bytes = readFixture('dialects/cdata.xml')
    for (let length = 1; length < whole(bytes); length += 1) {
      await expect(parseReport(toSource(bytes.subarray(0, length)))).rejects.toMatchObject({ code: 'report-truncated' })
    }
  }, 60_000)
})

describe('chunks', () => {
  it.each(documents)('make no difference to $path', async ({ bytes }) => {
    const expected = await parseReport(toSource(bytes))
    await fc.assert(fc.asyncProperty(chunkSizes, async (sizes) => {
      expect(await parseReport(toSource(bytes, sizes))).toEqual(expected)
    }), { numRuns: 10 })
  }, 60_000)

  it.each(['bom.xml', 'utf-16-be.xml', 'windows-1252.xml', 'forbidden-characters.xml'])('of one byte make no difference to %s', async (file) => {
    const bytes = readFixture(`dialects/${file}`)
    expect(await parseReport(toSource(bytes, [1]))).toEqual(await parseReport(toSource(bytes)))
  })
})

describe('what is no report', () => {
  it.each(['', ' \n\t ', '\uFEFF', `${' '.repeat(40_000)}\n`])('is empty (%#)', async (text) => {
    await expect(parseReport(toSource(text))).rejects.toMatchObject({ code: 'report-empty' })
  })

  it.each(['hello', '[{}]', 'PK\u0003\u0004', '"<a/>"', 'TAP version 14'])('is not recognised: %j', async (text) => {
    await expect(parseReport(toSource(text))).rejects.toMatchObject({ code: 'report-not-recognised' })
  })

  it.each([
    [{}, /no keys at all/],
    [{ testResults: [], numFailedTests: 0 }, /neither Playwright's "suites" and "config" nor CTRF's "results", but "testResults", "numFailedTests"/],
    [{ a: { suites: [], results: {} } }, /but "a"/],
  ])('is not recognised, and named: %j', async (json, message) => {
    await expect(parseReport(toSource(JSON.stringify(json)))).rejects.toMatchObject({ code: 'report-not-recognised', message: expect.stringMatching(message) })
  })

  it('is never accepted, nor answered with another kind of error', async () => {
    await fc.assert(fc.asyncProperty(fc.constantFrom('<', '{', '<testsuite>', '{"suites":[', '{"results":{"tests":[', ''), fc.string({ unit: 'binary' }), async (head, text) => {
      const outcome = await parseReport(toSource(head + text)).then(() => 'ReportError', (error) => error.name)
      expect(outcome).toBe('ReportError')
    }))
  })
})

const refused = (code: string, message = /\d/) => ({ code, message: expect.stringMatching(message) })

describe('limits of the file', () => {
  it('counts bytes while it reads, and stops the source there', async () => {
    const chunk = Buffer.alloc(1_000_000, ' ')
    let chunks = 0
    async function* endless() {
      for (;;) {
        chunks += 1
        yield chunk
      }
    }
    await expect(parseReport(endless())).rejects.toMatchObject(refused('report-too-large', /200 MB/))
    expect(chunks).toBe(reportLimits.bytes / chunk.byteLength + 1)
  }, 60_000)

  it('refuses too many tests before the end', async () => {
    async function* cases() {
      yield Buffer.from('<testsuite>')
      for (let first = 0; first <= reportLimits.results; first += 1_000) {
        yield Buffer.from(Array.from({ length: 1_000 }, (_, index) => `<testcase name="${first + index}"/>`).join(''))
      }
    }
    await expect(parseReport(cases())).rejects.toMatchObject(refused('report-too-many-results'))
  }, 60_000)
})

describe('limits of its parts', () => {
  const deepestSuites = reportLimits.depth - 1

  it.each([
    ['XML', '<testsuite>'.repeat(deepestSuites + 2)],
    ['XML that is passed over', `<testsuite>${'<property>'.repeat(deepestSuites + 1)}`],
    ['JSON', '{"suites":['.repeat(reportLimits.depth)],
    ['CTRF', `{"results":{"tests":${'['.repeat(reportLimits.depth)}`],
    ['JSON that is passed over', `{"config":${'['.repeat(reportLimits.depth)}`],
  ])('refuses %s with too many levels before its end', async (_, text) => {
    await expect(parseReport(toSource(text))).rejects.toMatchObject(refused('report-too-deep'))
  })

  it('takes as many levels as the limit says', async () => {
    const xml = `${'<testsuite>'.repeat(deepestSuites)}<testcase/>${'</testsuite>'.repeat(deepestSuites)}`
    expect((await parseReport(toSource(xml))).counters.tests).toBe(1)
  })

  it.each([
    ['attribute', '<testsuite name="'],
    ['comment', '<testsuite><!--'],
    ['document type', '<!DOCTYPE a '],
  ])('refuses an endless %s', async (_, head) => {
    const text = head + 'x'.repeat(reportLimits.attributeLength + 40_000)
    await expect(parseReport(toSource(text))).rejects.toMatchObject(refused('report-too-large', /near line 1/))
  }, 60_000)

  it('takes a long message, and cuts it', async () => {
    const xml = `<testsuite><testcase name="${'n'.repeat(5_000)}"><failure message="${'m'.repeat(500_000)}">${'d'.repeat(500_000)}</failure></testcase></testsuite>`
    const { results: [result] } = await parseReport(toSource(xml))
    expect(result?.name).toHaveLength(reportLimits.nameLength)
    expect(result?.message).toHaveLength(reportLimits.messageLength)
    expect(result?.detail).toHaveLength(reportLimits.detailLength)
    expect(result?.detail).toMatch(/d…$/)
  })
})

describe('the source', () => {
  it('is told how far it was read', async () => {
    const seen: number[] = []
    await parseReport(toSource('<testsuite></testsuite>', [10]), { onProgress: (bytesRead) => seen.push(bytesRead) })
    expect(seen).toEqual([10, 20, 23])
  })

  it.each(['<testsuite>', 'hello '])('is closed when the signal says so, with its reason (%j)', async (text) => {
    const controller = new AbortController()
    const reason = new Error('left')
    let closed = false
    async function* endless() {
      try {
        for (;;) {
          yield Buffer.from(text)
          controller.abort(reason)
        }
      }
      finally {
        closed = true
      }
    }
    await expect(parseReport(endless(), { signal: controller.signal })).rejects.toBe(reason)
    expect(closed).toBe(true)
  })

  it('is closed when the report is refused', async () => {
    let closed = false
    async function* endless() {
      try {
        for (;;) yield Buffer.alloc(20_000, 'x')
      }
      finally {
        closed = true
      }
    }
    await expect(parseReport(endless())).rejects.toMatchObject({ code: 'report-not-recognised' })
    expect(closed).toBe(true)
  })

  it('hands on its own error', async () => {
    async function* broken() {
      yield Buffer.from('<testsuite>')
      throw new Error('connection lost')
    }
    await expect(parseReport(broken())).rejects.toThrow('connection lost')
  })
})
