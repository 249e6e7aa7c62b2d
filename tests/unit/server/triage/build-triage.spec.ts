import { beforeEach, describe, expect, it } from 'vitest'
import { buildTriage } from '#layers/northlight/server/triage/build-triage.ts'
import { parseChatBlock } from '#layers/northlight/shared/blocks/parse-chat-block.ts'
import { askToEnd, partsOf, readAnswer, toText } from '#layers/northlight/tests/support/chat-client.ts'
import { createScriptedModel } from '#layers/northlight/tests/support/scripted-model.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const now = Date.parse('2026-11-30T11:00:00Z')
const chat = 'chat-0123456789abcdef'

interface TestRunRow {
  hoursAgo: number
  kind?: 'post_merge' | 'push'
  status?: 'done' | 'interrupted'
  commit?: string
  /** Each test by its name: passed, failed, flaky or skipped. */
  results: Record<string, 'passed' | 'failed' | 'flaky' | 'skipped'>
}

describe.each(testDatabases)('what broke, on $name', (kind) => {
  const servers = useTestServers(kind)
  beforeEach(() => servers.database.prisma.testRun.deleteMany({}))

  async function insertRuns(runs: TestRunRow[]) {
    for (const [index, { hoursAgo, results, kind: runKind = 'push', status = 'done', commit = null }] of runs.entries()) {
      const entries = Object.entries(results)
      const count = (...wanted: string[]) => entries.filter(([, result]) => wanted.includes(result)).length
      const [passed, failed] = [count('passed', 'flaky'), count('failed')]
      const at = new Date(now - hoursAgo * 3_600_000)
      await servers.database.prisma.testRun.create({
        data: {
          id: `run-${index}`, organizationId: 'local-organization', createdBy: 'local-user', title: `Run ${index}`, format: 'junit', isWhole: true, kind: runKind, status, commit,
          tests: entries.length, passed, failed, skipped: count('skipped'), flaky: count('flaky'), startedAt: at, uploadedAt: at,
          outcome: failed >= 5 && failed / (passed + failed) >= 0.8 ? 'environment_failure' : failed > 0 ? 'unproven' : 'passed',
          results: {
            create: entries.map(([name, result], position) => ({
              position, organizationId: 'local-organization', suite: 'shop', name, file: 'shop.spec.ts', attempts: result === 'flaky' ? 2 : 1,
              status: result === 'flaky' ? 'passed' as const : result, flaky: result === 'flaky', message: result === 'failed' ? `${name} broke` : null,
            })),
          },
        },
      })
    }
  }

  const build = async (window: 'recent' | 'today' | 'last_merge') => {
    const server = await servers.start()
    return buildTriage(servers.database, server.services.localPrincipal, window, now)
  }

  it('has each failing or flaky test in one row, with its cause and what shows it', async () => {
    await insertRuns([
      { hoursAgo: 30, commit: 'aaaaaaa1', results: { pays: 'passed', ships: 'failed', adds: 'passed' } },
      { hoursAgo: 20, commit: 'aaaaaaa1', results: { pays: 'failed', ships: 'passed', adds: 'passed' } },
      { hoursAgo: 10, commit: 'bbbbbbb2', results: { pays: 'failed', ships: 'passed', adds: 'flaky', later: 'skipped' } },
    ])
    const { block, text } = await build('recent')
    const row = (name: string) => block.rows.find(({ title }) => title === name)
    expect(block.rows).toHaveLength(3)
    expect(row('pays')).toMatchObject({ cause: 'flaky', evidence: 'Passed and failed on aaaaaaa; failed in 2 of 3 runs', failedRuns: 2, ranRuns: 3, runId: 'run-2', latest: 'failed', error: 'pays broke' })
    expect(row('adds')).toMatchObject({ cause: 'flaky', evidence: 'Passed only on a retry in 1 of 3 runs', latest: 'flaky' })
    expect(text).toBe('**3 tests failed or flaked** in the last 3 runs. Suspected causes: 3 flaky.')
    expect(parseChatBlock({ ...block, id: 'b' })).toMatchObject({ kind: 'triage', rows: [{}, {}, {}], dropped: 0 })
  })

  it('counts as SQL counts', async () => {
    await insertRuns(Array.from({ length: 25 }, (_, index) => ({
      hoursAgo: 25 - index, results: Object.fromEntries(Array.from({ length: 12 }, (_unused, test) => [`test ${test}`, (index * 7 + test * 5) % 11 === 0 ? 'failed' as const : (index + test) % 9 === 0 ? 'flaky' as const : 'passed' as const])),
    })))
    const { block } = await build('recent')
    const counted = await servers.database.prisma.$queryRaw<{ name: string, failed: bigint, ran: bigint }[]>`
      SELECT name, count(*) FILTER (WHERE status = 'failed') AS failed, count(*) AS ran FROM test_result
      WHERE run_id IN (SELECT id FROM test_run ORDER BY uploaded_at DESC LIMIT 20) GROUP BY name HAVING bool_or(status = 'failed' OR flaky)`
    expect(Object.fromEntries(block.rows.map(({ title, failedRuns, ranRuns }) => [title, [failedRuns, ranRuns]])))
      .toEqual(Object.fromEntries(counted.map(({ name, failed, ran }) => [name, [Number(failed), Number(ran)]])))
    expect(block.runs).toBe(20)
  })

  it('has one row for a run in which nearly all failed at once', async () => {
    const all = Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`test ${index}`, 'failed' as const]))
    await insertRuns([{ hoursAgo: 2, results: { pays: 'failed', adds: 'passed' } }, { hoursAgo: 1, results: all }])
    const { block, text } = await build('recent')
    expect(block.rows.map(({ cause, title, tests, evidence }) => ({ cause, title, tests, evidence }))).toEqual([
      { cause: 'environment', title: 'Run 1', tests: 80, evidence: '80 of 80 tests failed at once' },
      { cause: 'unproven', title: 'pays', tests: undefined, evidence: 'Failed in 1 of 1 run; nothing shows why' },
    ])
    expect(text).toContain('1 test failed or flaked and 1 run failed nearly whole')
  })

  it('reads the window that was asked for, and leaves out what did not end', async () => {
    await insertRuns([
      { hoursAgo: 40, results: { old: 'failed' } },
      { hoursAgo: 30, kind: 'post_merge', results: { merged: 'failed' } },
      { hoursAgo: 5, results: { today: 'failed' } },
      { hoursAgo: 1, status: 'interrupted', results: { broken: 'failed' } },
    ])
    const titlesOf = async (window: 'recent' | 'today' | 'last_merge') => (await build(window)).block.rows.map(({ title }) => title).sort()
    expect(await titlesOf('recent')).toEqual(['merged', 'old', 'today'])
    expect(await titlesOf('last_merge')).toEqual(['merged', 'today'])
    expect(await titlesOf('today')).toEqual(['today'])
  })

  it('falls back to the last runs where no merge is on record, and says when nothing failed', async () => {
    await insertRuns([{ hoursAgo: 3, results: { pays: 'passed' } }, { hoursAgo: 2, results: { pays: 'passed' } }])
    expect(await build('last_merge')).toMatchObject({ block: { rows: [], runs: 2, window: 'recent' }, text: 'No failed tests in the last 2 runs.' })
  })

  it('answers the question without asking the model, and a failing picker leaves it to the model', async () => {
    await insertRuns([{ hoursAgo: 3, results: { pays: 'failed', adds: 'passed' } }])
    const model = createScriptedModel([])
    const server = await servers.start({ model: { model }, clock: { now: () => now } })
    await askToEnd(server, chat, 'What broke?')
    const answer = await readAnswer(server, chat)
    expect(toText(answer)).toBe('**1 test failed or flaked** in the last 1 run. Suspected causes: 1 not proven.')
    expect(partsOf(answer, 'data-block')).toMatchObject([{ data: { kind: 'triage', rows: [{ title: 'pays' }] } }])
    expect(answer.metadata).toMatchObject({ northlight: { outcome: 'done' } })
    const other = await servers.start({ pickView: () => {
      throw new Error('no view today')
    } })
    await askToEnd(other, 'chat-of-another-view', 'What broke?')
    expect(partsOf(await readAnswer(other, 'chat-of-another-view'), 'tool-get_run')).toHaveLength(1)
  })
})
