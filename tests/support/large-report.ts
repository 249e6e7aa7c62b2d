import { createWriteStream } from 'node:fs'
import { once } from 'node:events'

export type LargeReportFormat = 'junit' | 'playwright' | 'ctrf'

interface LargeReportShape {
  head: string
  toTest: (index: number, isFailed: boolean) => string
  separator: string
  tail: string
}

/** What a failed test says: as long as a usual assertion with its stack. */
const trace = `AssertionError: expected 100 to be 119\n${'    at checkTotal (/project/source/checkout/basket-total.ts:112:34)\n'.repeat(8)}`

const failedShare = 10

const toError = (index: number) => ({ message: `Expected ${index}, received 0`, stack: trace })

const shapes: Readonly<Record<LargeReportFormat, LargeReportShape>> = {
  junit: {
    head: '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="Large">\n<testsuite name="checkout">\n',
    toTest: (index, isFailed) => `<testcase name="keeps the total of basket ${index}" classname="Checkout" file="tests/checkout/basket-total.spec.ts" time="0.012">${isFailed ? `<failure message="Expected ${index}, received 0">${trace}</failure>` : ''}<system-out>${'opened the basket page and read its total\n'.repeat(8)}</system-out></testcase>`,
    separator: '\n',
    tail: '\n</testsuite>\n</testsuites>\n',
  },
  playwright: {
    head: '{"config":{"projects":[{"name":"chromium"}]},"suites":[{"title":"checkout.spec.ts","specs":[\n',
    toTest: (index, isFailed) => JSON.stringify({
      title: `keeps the total of basket ${index}`, file: 'checkout.spec.ts', line: 12,
      tests: [{
        projectName: 'chromium', expectedStatus: 'passed', status: isFailed ? 'unexpected' : 'expected', annotations: [],
        results: [{ status: isFailed ? 'failed' : 'passed', duration: 12, errors: isFailed ? [toError(index)] : [], stdout: Array.from({ length: 4 }, () => ({ text: 'opened the basket page\n' })), steps: [] }],
      }],
    }),
    separator: ',\n',
    tail: '\n]}],"errors":[],"stats":{"duration":1}}\n',
  },
  ctrf: {
    head: '{"reportFormat":"CTRF","specVersion":"0.0.0","results":{"tool":{"name":"vitest"},"tests":[\n',
    toTest: (index, isFailed) => JSON.stringify({
      name: `keeps the total of basket ${index}`, status: isFailed ? 'failed' : 'passed', duration: 12, suite: ['checkout.test.ts', 'checkout'], filePath: 'checkout.test.ts',
      ...(isFailed ? { message: `Expected ${index}, received 0`, trace } : {}), stdout: Array.from({ length: 8 }, () => 'opened the basket page and read its total'),
    }),
    separator: ',\n',
    tail: '\n],"summary":{"tests":0,"passed":0,"failed":0,"skipped":0,"pending":0,"other":0,"start":0,"stop":0}}}\n',
  },
}

/** Writes a report of at least `bytes` bytes to `path`, one test in ten failed, and gives how many tests it has. */
export async function writeLargeReport(path: string, format: LargeReportFormat, bytes: number): Promise<{ tests: number, failed: number }> {
  const { head, toTest, separator, tail } = shapes[format]
  const file = createWriteStream(path)
  file.write(head)
  let tests = 0
  let length = head.length
  while (length < bytes) {
    const text = (tests > 0 ? separator : '') + toTest(tests, tests % failedShare === 0)
    tests += 1
    length += text.length
    if (!file.write(text)) await once(file, 'drain')
  }
  file.end(tail)
  await once(file, 'finish')
  return { tests, failed: Math.ceil(tests / failedShare) }
}
