import { request } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { reportCountersSchema } from '#layers/northlight/shared/reports/test-report.ts'
import { listResults, listRuns } from '#layers/northlight/server/store/run-store.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import type { TestServer } from '#layers/northlight/tests/support/start-test-server.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'
import { readFixture } from '#layers/northlight/tests/unit/server/reports/to-source.ts'

const junit = `<testsuites name="Nightly"><testsuite name="cart">
<testcase name="adds" time="0.5"/>
<testcase name="pays"><failure message="first">first try</failure></testcase>
<testcase name="pays"><failure message="second">second try</failure></testcase>
<testcase name="pays"/>
<testcase name="ships"><failure message="lost">at ship.ts:1</failure></testcase>
<testcase name="returns"><skipped message="later"/></testcase>
</testsuite></testsuites>`

const post = (server: TestServer, body: BodyInit, contentType = 'application/xml') => server.fetch('/api/runs', { method: 'POST', body, headers: { 'content-type': contentType } })

/** An upload that goes on until the test ends it. */
function openUpload(server: TestServer, contentType: string) {
  const upload = request(`${server.url}/api/runs`, { method: 'POST', headers: { 'content-type': contentType, 'content-length': 100_000 } })
  upload.on('error', () => {})
  return upload
}

describe.each(testDatabases)('POST /api/runs on $name', (kind) => {
  const servers = useTestServers(kind)
  afterEach(() => vi.restoreAllMocks())

  it('stores a report whole, its attempts as one test, and gives the counts', async () => {
    const server = await servers.start()
    const response = await post(server, junit)
    expect(response.status).toBe(201)
    const { id } = await response.json() as { id: string }
    expect(await listRuns(servers.database, server.services.localPrincipal, 1)).toMatchObject([{ id, title: 'Nightly', tests: 4, passed: 2, failed: 1, skipped: 1, flaky: 1 }])
    const rows = await servers.database.prisma.testResult.findMany({ where: { runId: id }, orderBy: { position: 'asc' } })
    expect(rows).toMatchObject([
      { position: 0, name: 'adds', suite: 'cart', status: 'passed', durationMs: 500, message: null },
      { position: 1, name: 'pays', status: 'passed', flaky: true, attempts: 3, message: 'second', detail: 'second try' },
      { position: 2, name: 'ships', status: 'failed', message: 'lost', detail: 'at ship.ts:1' },
      { position: 3, name: 'returns', status: 'skipped', message: 'later' },
    ])
  })

  it.each([
    ['real/jest.ctrf.json', 'application/json', 12],
    ['real/playwright.json', 'application/json', 28],
    ['real/pytest.junit.xml', 'application/xml', 16],
  ])('takes %s', async (path, contentType, tests) => {
    const server = await servers.start()
    const response = await post(server, new Uint8Array(readFixture(path)), contentType)
    expect(response.status).toBe(201)
    const { id, title: _title, ...counters } = await response.json() as { id: string, title: string }
    expect(reportCountersSchema.parse(counters)).toMatchObject({ tests })
    expect(await servers.database.prisma.testResult.count({ where: { runId: id } })).toBe(tests)
    const failed = await listResults(servers.database, id, 'failed', 100)
    expect(failed).toHaveLength(reportCountersSchema.parse(counters).failed)
  })

  it.each([
    ['<testsuite><testcase name="a"/>', 'application/xml', 'report-truncated'],
    ['{"a":1}', 'application/json', 'report-not-recognised'],
    ['', 'application/xml', 'report-empty'],
  ])('refuses %j, and keeps nothing of it', async (body, contentType, code) => {
    const server = await servers.start()
    const before = await servers.database.prisma.testRun.count()
    const response = await post(server, body, contentType)
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ code, message: expect.any(String), fix: expect.any(String) })
    expect(await servers.database.prisma.testRun.count()).toBe(before)
  })

  it.each([
    ['application/xml', junit.slice(0, 100)],
    ['multipart/form-data; boundary=edge', `--edge\r\ncontent-disposition: form-data; name="file"; filename="a.xml"\r\n\r\n${junit.slice(0, 100)}`],
  ])('keeps nothing of an upload of %s that is broken off, holds up no other, and is silent about it', async (contentType, start) => {
    const server = await servers.start()
    const log = vi.spyOn(server.services.log, 'error')
    const before = await servers.database.prisma.testRun.count()
    const take = vi.spyOn(server.services.reportTurns, 'take')
    for (const count of [1, 2, 3]) {
      const upload = openUpload(server, contentType)
      upload.write(start)
      await vi.waitFor(() => expect(take).toHaveBeenCalledTimes(count))
      upload.destroy()
    }
    expect((await post(server, junit)).status).toBe(201)
    expect(await servers.database.prisma.testRun.count()).toBe(before + 1)
    expect(log).not.toHaveBeenCalled()
  })

  it('reads two at a time: a further one waits, and leaves the queue with its client', async () => {
    const server = await servers.start()
    const { reportTurns } = server.services
    const [end] = await Promise.all([1, 2].map(() => reportTurns.take(new AbortController().signal)))
    const take = vi.spyOn(reportTurns, 'take')
    const leaving = openUpload(server, 'application/xml')
    leaving.flushHeaders()
    await vi.waitFor(() => expect(take).toHaveBeenCalledTimes(1))
    const isAnswered = vi.fn()
    const answer = post(server, junit).then((response) => {
      isAnswered()
      return response
    })
    await vi.waitFor(() => expect(take).toHaveBeenCalledTimes(2))
    leaving.destroy()
    await expect(take.mock.results[0]?.value).rejects.toMatchObject({ message: 'The upload was broken off before its end.' })
    expect((await server.fetch('/healthz')).status).toBe(200)
    expect(isAnswered).not.toHaveBeenCalled()
    end?.()
    expect((await answer).status).toBe(201)
  })

  it.each([
    ['CTRF', 'application/json', JSON.stringify({ results: { tool: { name: 'x' }, summary: { start: 9e15, duration: 1e308 }, tests: [{ name: 'adds', status: 'passed', duration: 1e308, line: 3e9, retries: 3e9 }, { name: 'pays', status: 'passed', duration: 1e308, line: 1e300 }] } })],
    ['JUnit', 'application/xml', '<testsuite><testcase name="adds" time="1e300" line="3000000000"/><testcase name="pays" time="1e300"/></testsuite>'],
  ])('takes %s whose numbers no column holds, without these', async (_format, contentType, body) => {
    const server = await servers.start()
    const response = await post(server, body, contentType)
    expect(response.status, await response.clone().text()).toBe(201)
    const { id } = await response.json() as { id: string }
    expect(await servers.database.prisma.testResult.findMany({ where: { runId: id }, orderBy: { position: 'asc' } })).toMatchObject([{ line: null, attempts: 1, durationMs: 1e15 }, { line: null }])
  })

  it('takes the file of a form, and keeps its name', async () => {
    const server = await servers.start()
    const form = new FormData()
    form.append('file', new File([junit], 'nightly.xml'))
    const response = await server.fetch('/api/runs', { method: 'POST', body: form })
    expect(response.status).toBe(201)
    const { id } = await response.json() as { id: string }
    expect(await servers.database.prisma.testRun.findUnique({ where: { id } })).toMatchObject({ fileName: 'nightly.xml', format: 'junit' })
  })

  it('refuses a form with several files, and keeps none of them', async () => {
    const server = await servers.start()
    const before = await servers.database.prisma.testRun.count()
    const form = new FormData()
    for (const name of ['a.xml', 'b.xml']) form.append('file', new File([junit], name))
    const response = await server.fetch('/api/runs', { method: 'POST', body: form })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'request-invalid', message: 'The form holds more than one file.', fix: 'Send one report a request.' })
    expect(await servers.database.prisma.testRun.count()).toBe(before)
  })
})
