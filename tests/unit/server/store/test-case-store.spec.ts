import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { computeReportCounters } from '#layers/northlight/shared/reports/compute-report-counters.ts'
import type { TestResult } from '#layers/northlight/shared/reports/test-report.ts'
import { toResultBatches } from '#layers/northlight/shared/reports/to-result-batches.ts'
import type { RunStatus } from '#layers/northlight/shared/runs/run-facts.ts'
import { insertRun } from '#layers/northlight/server/store/run-store.ts'
import { listCases } from '#layers/northlight/server/store/test-case-store.ts'
import type { TestServer } from '#layers/northlight/tests/support/start-test-server.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const toResult = (name: string, status: TestResult['status'], more: Partial<TestResult> = {}): TestResult => ({ suite: 'cart', name, status, flaky: false, attempts: 1, ...more })

/** A run of 60 tests, which of them fail, pass, are flaky or skipped by its number. */
function toResults(run: number): TestResult[] {
  return Array.from({ length: 60 }, (_, index) => {
    const chance = (index * 7 + run * 3) % 10
    const name = `test ${index}`
    if (chance === 0) return toResult(name, 'failed', { file: 'cart.spec.ts' })
    if (chance === 1) return toResult(name, 'skipped', { file: 'cart.spec.ts' })
    return toResult(name, 'passed', { file: 'cart.spec.ts', flaky: chance === 2, attempts: chance === 2 ? 2 : 1 })
  })
}

const junit = (cases: string) => `<testsuites name="Nightly"><testsuite name="cart">${cases}</testsuite></testsuites>`
const retried = '<testcase name="pays"><failure message="first"/></testcase><testcase name="pays"/>'
const failing = '<testcase name="pays"><failure message="first"/></testcase><testcase name="pays"><failure message="second"/></testcase>'

const casesSchema = z.object({ cases: z.array(z.object({ name: z.string(), runs: z.number(), passed: z.number(), failed: z.number(), flaky: z.number(), skipped: z.number() })), next: z.nullable(z.string()) })

describe.each(testDatabases)('what a test came to over all runs, on $name', (kind) => {
  const servers = useTestServers(kind)

  const upload = (server: TestServer, cases: string) => server.fetch('/api/runs', { method: 'POST', headers: { 'content-type': 'application/xml' }, body: junit(cases) })

  const store = ({ services }: TestServer, id: string, results: TestResult[], status: RunStatus = 'done') => insertRun(servers.database, services.localPrincipal, {
    id, isDemo: false, uploadedAt: new Date(1), facts: { kind: 'upload', status }, report: { format: 'junit', title: id, counters: computeReportCounters(results) },
  }, toResultBatches(results))

  /** Counted one result at a time from the results themselves, without the roll-up's SQL. */
  async function countByHand() {
    const rows = await servers.database.prisma.testResult.findMany({ where: { run: { isWhole: true, status: 'done' } }, include: { run: true } })
    const cases = new Map<string, Map<bigint, typeof rows>>()
    for (const row of rows) {
      const name = JSON.stringify([row.file, row.suite, row.name])
      const runs = cases.get(name) ?? new Map<bigint, typeof rows>()
      cases.set(name, runs.set(row.run.sequence, [...runs.get(row.run.sequence) ?? [], row]))
    }
    return [...cases].map(([name, runs]) => {
      const outcomes = [...runs].toSorted(([left], [right]) => Number(left - right)).map(([, results]) => {
        const statuses = new Set(results.map(({ status }) => status))
        const status = statuses.has('failed') ? 'failed' : statuses.has('passed') ? 'passed' : 'skipped'
        return { status, flaky: status === 'passed' && results.some(({ flaky }) => flaky), runId: results[0]?.runId }
      })
      const count = (wanted: string) => outcomes.filter(({ status }) => status === wanted).length
      const last = outcomes.at(-1)
      return [name, { runs: runs.size, passed: count('passed'), failed: count('failed'), skipped: count('skipped'), flaky: outcomes.filter(({ flaky }) => flaky).length, lastStatus: last?.status, lastFlaky: last?.flaky, lastRunId: last?.runId }] as const
    }).toSorted(([left], [right]) => left < right ? -1 : 1)
  }

  async function listAll({ services }: TestServer) {
    const { cases } = await listCases(servers.database, services.localPrincipal, { limit: 1_000 })
    return cases.map(({ key: _key, file, suite, name, lastAt: _lastAt, firstAt: _firstAt, ...counts }) => [JSON.stringify([file, suite, name]), counts] as const)
      .toSorted(([left], [right]) => left < right ? -1 : 1)
  }

  it('is what an independent count has: retries, names told twice, many runs at once', async () => {
    const server = await servers.start()
    expect((await upload(server, retried)).status).toBe(201)
    expect((await upload(server, failing)).status).toBe(201)
    await store(server, 'twice', [toResult('checks out', 'passed', { flaky: true }), toResult('checks out', 'skipped'), toResult('gives up', 'passed', { flaky: true }), toResult('gives up', 'failed')])
    await Promise.all(Array.from({ length: 8 }, (_, run) => store(server, `at-once-${run}`, run % 2 === 0 ? toResults(run) : toResults(run).toReversed())))
    const counted = await countByHand()
    expect(counted.length).toBeGreaterThan(62)
    expect(await listAll(server)).toEqual(counted)
    expect(new Map(counted).get('[null,"cart","checks out"]')).toMatchObject({ runs: 1, passed: 1, flaky: 1, skipped: 0 })
    expect(new Map(counted).get('[null,"cart","pays"]')).toMatchObject({ runs: 2, passed: 1, flaky: 1, failed: 1, lastStatus: 'failed' })
  })

  it('holds nothing of a run that does not fit or did not end', async () => {
    const server = await servers.start()
    const before = await listAll(server)
    await expect(store(server, 'torn', [toResult('torn', 'passed'), toResult('NUL \u0000', 'passed')])).rejects.toThrow()
    await store(server, 'interrupted', [toResult('interrupted', 'failed')], 'interrupted')
    expect(await listAll(server)).toEqual(before)
    expect(before.length).toBeGreaterThan(0)
  })

  it('is read page by page and by words', async () => {
    const server = await servers.start()
    await upload(server, Array.from({ length: 5 }, (_, index) => `<testcase name="Voucher 100% ${index}"/>`).join(''))
    const read = async (query: string) => casesSchema.parse(await (await server.fetch(`/api/test-cases?${query}`)).json())
    const names: string[] = []
    let next: string | null = ''
    for (let page = 0; next !== null; page++) {
      expect(page).toBeLessThan(3)
      const answer: z.infer<typeof casesSchema> = await read(`search=voucher%20100%25&limit=2${next === '' ? '' : `&after=${next}`}`)
      names.push(...answer.cases.map(({ name }) => name))
      next = answer.next
    }
    expect(names.toSorted()).toEqual(Array.from({ length: 5 }, (_, index) => `Voucher 100% ${index}`))
    expect((await read('search=voucher%20nothing')).cases).toEqual([])
    for (const query of ['after=x', 'after=1-2', 'limit=0', 'page=2']) expect((await server.fetch(`/api/test-cases?${query}`)).status).toBe(400)
  })
})
