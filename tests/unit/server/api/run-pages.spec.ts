import { describe, expect, it } from 'vitest'
import { runAnswerSchema, runResultsSchema } from '#layers/northlight/shared/runs/run-answers.ts'
import type { TestServer } from '#layers/northlight/tests/support/start-test-server.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const cases = Array.from({ length: 7 }, (_, index) => `<testcase name="case ${index}" time="0.5">${index % 2 === 0 ? '<failure message="Expected 1"/>' : ''}${index === 5 ? '<skipped/>' : ''}</testcase>`)
const report = `<testsuites><testsuite name="checkout">${cases.join('')}</testsuite></testsuites>`

async function upload(server: TestServer): Promise<string> {
  const response = await server.fetch('/api/runs', { method: 'POST', headers: { 'content-type': 'application/xml' }, body: report })
  return String((await response.json() as { id: string }).id)
}

const readJson = async (server: TestServer, path: string): Promise<unknown> => (await server.fetch(path)).json()

describe.each(testDatabases)('a run that is read, on $name', (kind) => {
  const servers = useTestServers(kind)

  it('tells its facts, with what its counts show of its outcome', async () => {
    const server = await servers.start()
    const id = await upload(server)
    const run = runAnswerSchema.parse(await readJson(server, `/api/runs/${id}`))
    expect(run).toMatchObject({ id, title: 'checkout', kind: 'upload', status: 'done', outcome: 'unproven', tests: 7, passed: 2, failed: 4, skipped: 1, flaky: 0, isDemo: false, branch: null })
  })

  it('gives its results a page at a time, in the report\'s order, all or those that were asked for', async () => {
    const server = await servers.start()
    const id = await upload(server)
    const names: string[] = []
    let after = ''
    for (let page = 0; page < 4; page++) {
      const { results, hasMore } = runResultsSchema.parse(await readJson(server, `/api/runs/${id}/results?limit=2${after}`))
      names.push(...results.map(({ name }) => name))
      expect(hasMore).toBe(page < 3)
      after = `&after=${results.at(-1)?.position}`
    }
    expect(names).toEqual(cases.map((_, index) => `case ${index}`))
    const failed = runResultsSchema.parse(await readJson(server, `/api/runs/${id}/results?show=failed`))
    expect(failed.results.map(({ name, message }) => [name, message])).toEqual([0, 2, 4, 6].map((index) => [`case ${index}`, 'Expected 1']))
    expect(runResultsSchema.parse(await readJson(server, `/api/runs/${id}/results?show=skipped`)).results.map(({ name }) => name)).toEqual(['case 5'])
  })

  it('is not there for an id that nobody knows, and refuses what it can\'t read', async () => {
    const server = await servers.start()
    const id = await upload(server)
    for (const [path, status] of [['/api/runs/nothing', 404], ['/api/runs/nothing/results', 404], [`/api/runs/${id}/results?show=broken`, 400], [`/api/runs/${id}/results?limit=0`, 400], [`/api/runs/${id}/results?before=1`, 400]] as const) {
      expect((await server.fetch(path)).status).toBe(status)
    }
  })
})
