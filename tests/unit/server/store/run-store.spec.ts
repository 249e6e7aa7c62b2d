import { performance } from 'node:perf_hooks'
import process from 'node:process'
import { describe, expect, it } from 'vitest'
import { computeReportCounters } from '#layers/northlight/shared/reports/compute-report-counters.ts'
import type { TestResult } from '#layers/northlight/shared/reports/test-report.ts'
import { insertRun, listResults, listRuns } from '#layers/northlight/server/store/run-store.ts'
import { embeddedDatabase } from '#layers/northlight/tests/support/test-databases.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const mostResults = 20_000
const tickMs = 5

function toResult(index: number): TestResult {
  const status = index % 10 === 0 ? 'failed' : 'passed'
  return { suite: `suite ${index % 50}`, name: `test ${index}`, status, flaky: index % 10 === 1, attempts: 1, durationMs: index, ...(status === 'failed' ? { message: `Expected ${index}`, detail: 'at line 1\n'.repeat(10) } : {}) }
}

/** What this thread alone has worked: unlike the clock, it does not count what other processes take. In milliseconds. */
function readCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

describe('storing a big run', () => {
  const servers = useTestServers(embeddedDatabase)

  it('leaves the event loop free', async () => {
    const { services } = await servers.start()
    const results = Array.from({ length: mostResults }, (_, index) => toResult(index))
    const report = { format: 'junit' as const, title: 'Big', results, counters: computeReportCounters(results) }
    let last = performance.now()
    let lastCpu = readCpuMs()
    let largestGap = 0
    let largestWork = 0
    const timer = setInterval(() => {
      const now = performance.now()
      largestGap = Math.max(largestGap, now - last)
      last = now
      const cpu = readCpuMs()
      largestWork = Math.max(largestWork, cpu - lastCpu)
      lastCpu = cpu
    }, tickMs)
    const startedAt = performance.now()
    await insertRun(servers.database, services.localPrincipal, { id: 'big', report, isDemo: false, uploadedAt: new Date(1) })
    const durationMs = performance.now() - startedAt
    clearInterval(timer)
    console.log(`${mostResults} results: ${durationMs.toFixed(0)} ms, largest gap of a ${tickMs} ms timer ${largestGap.toFixed(1)} ms, most work of this thread in one ${largestWork.toFixed(1)} ms`)
    expect(largestGap).toBeGreaterThan(0)
    expect(largestGap).toBeLessThan(durationMs)
    expect(await listRuns(servers.database, services.localPrincipal, 1)).toMatchObject([{ id: 'big', tests: mostResults, failed: 2_000, flaky: 2_000, passed: 18_000 }])
    expect((await listResults(servers.database, 'big', 'failed', 3)).map((result) => result.name)).toEqual(['test 0', 'test 10', 'test 20'])
    expect((await listResults(servers.database, 'big', 'slowest', 2)).map((result) => result.durationMs)).toEqual([19_999, 19_998])
    await servers.database.prisma.testRun.delete({ where: { id: 'big' } })
  }, 120_000)

  it('stores nothing of a run that does not fit', async () => {
    const { services } = await servers.start()
    const results = [...Array.from({ length: 600 }, (_, index) => toResult(index)), { ...toResult(600), name: 'NUL \u0000' }]
    const report = { format: 'junit' as const, title: 'Torn', results, counters: computeReportCounters(results) }
    await expect(insertRun(servers.database, services.localPrincipal, { id: 'torn', report, isDemo: false, uploadedAt: new Date(1) })).rejects.toThrow()
    expect(await servers.database.prisma.testResult.count({ where: { runId: 'torn' } })).toBe(0)
    expect(await servers.database.prisma.testRun.count({ where: { id: 'torn' } })).toBe(0)
  })
})
