import { performance } from 'node:perf_hooks'
import process from 'node:process'
import { describe, expect, it } from 'vitest'
import { computeReportCounters } from '#layers/northlight/shared/reports/compute-report-counters.ts'
import { toResultBatches } from '#layers/northlight/shared/reports/to-result-batches.ts'
import type { TestResult } from '#layers/northlight/shared/reports/test-report.ts'
import { deleteTornRuns, insertRun, listResults, listRuns, requireRun } from '#layers/northlight/server/store/run-store.ts'
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
    const report = { format: 'junit' as const, title: 'Big', counters: computeReportCounters(results) }
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
    await insertRun(servers.database, services.localPrincipal, { id: 'big', report, isDemo: false, uploadedAt: new Date(1) }, toResultBatches(results))
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

  it('lets others have their turn meanwhile, and shows the run to nobody before it is whole', async () => {
    const { services } = await servers.start()
    const { prisma } = servers.database
    const { localPrincipal } = services
    const results = Array.from({ length: 3_000 }, (_, index) => toResult(index))
    const report = { format: 'junit' as const, title: 'Big', counters: computeReportCounters(results) }
    const order: string[] = []
    const storing = insertRun(servers.database, localPrincipal, { id: 'big', report, isDemo: false, uploadedAt: new Date(1) }, toResultBatches(results)).then(() => order.push('big run'))
    await prisma.testRun.findUniqueOrThrow({ where: { id: 'big' } })
    await prisma.$transaction(async (transaction) => {
      await transaction.chat.count()
    })
    order.push('transaction')
    expect((await listRuns(servers.database, localPrincipal, 10)).map((run) => run.id)).not.toContain('big')
    await expect(requireRun(servers.database, localPrincipal, 'big')).rejects.toMatchObject({ code: 'run-not-found' })
    expect(await listResults(servers.database, 'big', 'failed', 3)).toEqual([])
    const small = { ...report, title: 'Small', counters: computeReportCounters([]) }
    await insertRun(servers.database, localPrincipal, { id: 'small', report: small, isDemo: false, uploadedAt: new Date(2) }, [])
    order.push('small run')
    await storing
    expect(order).toEqual(['transaction', 'small run', 'big run'])
    expect((await listRuns(servers.database, localPrincipal, 2)).map((run) => run.id)).toEqual(['big', 'small'])
    await prisma.testRun.deleteMany({ where: { id: { in: ['big', 'small'] } } })
  })

  it('deletes at a start what an ended server left, and not what another one is storing', async () => {
    const { services } = await servers.start()
    const { prisma } = servers.database
    const now = 10 * 3_600_000
    const counters = computeReportCounters([])
    const owner = { organizationId: services.localPrincipal.organizationId, createdBy: 'x' }
    const toRun = (id: string, uploadedAt: number, isWhole: boolean) => ({ id, ...owner, title: id, format: 'junit', ...counters, uploadedAt: new Date(uploadedAt), isWhole })
    await prisma.testRun.createMany({ data: [toRun('torn', 1, false), toRun('in-work', now - 60_000, false), toRun('old', 1, true)] })
    expect(await deleteTornRuns(servers.database, now)).toBe(1)
    expect((await prisma.testRun.findMany({ where: { createdBy: 'x' }, orderBy: { id: 'asc' } })).map((run) => run.id)).toEqual(['in-work', 'old'])
    await prisma.testRun.deleteMany({ where: { createdBy: 'x' } })
  })

  it('stores nothing of a run that does not fit', async () => {
    const { services } = await servers.start()
    const results = [...Array.from({ length: 600 }, (_, index) => toResult(index)), { ...toResult(600), name: 'NUL \u0000' }]
    const report = { format: 'junit' as const, title: 'Torn', counters: computeReportCounters(results) }
    await expect(insertRun(servers.database, services.localPrincipal, { id: 'torn', report, isDemo: false, uploadedAt: new Date(1) }, toResultBatches(results))).rejects.toThrow()
    expect(await servers.database.prisma.testResult.count({ where: { runId: 'torn' } })).toBe(0)
    expect(await servers.database.prisma.testRun.count({ where: { id: 'torn' } })).toBe(0)
  })
})
