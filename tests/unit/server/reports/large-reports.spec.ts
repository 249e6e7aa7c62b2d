import { describe, expect, it } from 'vitest'
import { parseWholeReport as parseReport } from './parse-whole-report.ts'
import { toSource } from './to-source.ts'

const caseCount = 100_000

const stack = `${'    at someFunction (/project/source/cart.ts:12:34)\n'.repeat(8)}`

function toBytes(head: string, toCase: (index: number) => string, tail: string): Uint8Array {
  return Buffer.from([head, ...Array.from({ length: caseCount }, (_, index) => toCase(index)), tail].join(''))
}

const toJunitCase = (index: number) => `<testcase name="case ${index}" classname="suite" time="0.01">${index % 2 ? '' : `<failure message="wrong">${stack}</failure>`}</testcase>\n`

const toSpec = (index: number) => {
  const failed = index % 2 === 0
  const errors = failed ? [{ message: 'wrong', stack }] : []
  const results = [{ status: failed ? 'failed' : 'passed', duration: 10, errors, steps: [], attachments: [] }]
  return `${index ? ',' : ''}${JSON.stringify({ title: `case ${index}`, tests: [{ status: failed ? 'unexpected' : 'expected', results }] })}\n`
}

const reports: readonly [string, () => Uint8Array][] = [
  ['JUnit XML', () => toBytes('<testsuite name="suite">', toJunitCase, '</testsuite>')],
  ['Playwright JSON', () => toBytes('{"config":{},"suites":[{"title":"suite","specs":[', toSpec, ']}]}')],
]

/** Milliseconds between neighbouring ticks of a one-millisecond timer while `run` runs. */
async function measureGaps(run: () => Promise<unknown>): Promise<number[]> {
  const gaps: number[] = []
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    gaps.push(now - last)
    last = now
  }, 1)
  await run()
  clearInterval(timer)
  return gaps.sort((left, right) => left - right)
}

describe('a report of many megabytes', () => {
  it.each(reports)('of %s, in one chunk, leaves timers their turn', async (format, build) => {
    const bytes = build()
    let failed = 0
    const startedAt = performance.now()
    const gaps = await measureGaps(async () => {
      const report = await parseReport(toSource(bytes))
      failed = report.counters.failed
    })
    const seconds = (performance.now() - startedAt) / 1_000
    const at = (share: number) => (gaps[Math.floor((gaps.length - 1) * share)] ?? 0).toFixed(1)
    console.info(`${format}: ${(bytes.byteLength / 1_000_000).toFixed(1)} MB in ${seconds.toFixed(2)} s; gaps between timers: median ${at(0.5)}, 99% ${at(0.99)}, longest ${at(1)} ms`)
    expect(failed).toBe(caseCount / 2)
    expect(gaps.length).toBeGreaterThan(10)
  }, 120_000)
})
