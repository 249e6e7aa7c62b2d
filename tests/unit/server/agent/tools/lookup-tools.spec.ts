import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { parseChatBlock } from '#layers/northlight/shared/blocks/parse-chat-block.ts'
import { readFields } from '#layers/northlight/shared/surfacing/read-fields.ts'
import { askToEnd, partsOf, readAnswer, toText } from '#layers/northlight/tests/support/chat-client.ts'
import { answerStep, callParts, callStep } from '#layers/northlight/tests/support/model-parts.ts'
import { createScriptedModel } from '#layers/northlight/tests/support/scripted-model.ts'
import type { TestServer } from '#layers/northlight/tests/support/start-test-server.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const now = Date.parse('2026-11-30T11:00:00Z')
const chat = 'chat-0123456789abcdef'

type Data = ReturnType<typeof readFields>

async function askForBlocks(server: TestServer, question: string): Promise<{ blocks: Data[], text: string, parts: unknown[] }> {
  await askToEnd(server, chat, question)
  const answer = await readAnswer(server, chat)
  return { blocks: partsOf(answer, 'data-block').map((part) => readFields(part.data)), text: toText(answer), parts: answer.parts }
}

describe.each(testDatabases)('the look-ups whose rows answer a question, on $name', (kind) => {
  const servers = useTestServers(kind)
  const zoneBefore = process.env.TZ
  const start = () => servers.start({ clock: { now: () => now } })

  beforeEach(() => {
    process.env.TZ = 'UTC'
  })
  afterEach(() => {
    if (zoneBefore === undefined) delete process.env.TZ
    else process.env.TZ = zoneBefore
  })

  /** Runs beside the demo workspace's own, at given moments, straight into the tables; gone after the test. */
  async function insertRuns(runs: { at: string, passed: number, failed: number, flaky?: number, skipped?: number, status?: string, specs?: string[] }[]) {
    const { prisma } = servers.database
    await prisma.$executeRaw`UPDATE test_run SET is_whole = false`
    onTestFinished(async () => {
      await prisma.$executeRaw`DELETE FROM test_run WHERE id LIKE 'figures-%'`
      await prisma.$executeRaw`UPDATE test_run SET is_whole = true`
    })
    for (const [index, { at, passed, failed, flaky = 0, skipped = 0, status = 'done', specs = [] }] of runs.entries()) {
      const id = `figures-${index}`
      await prisma.$executeRaw`
        INSERT INTO test_run (id, organization_id, created_by, title, format, is_whole, tests, passed, failed, skipped, flaky, started_at, uploaded_at, status)
        VALUES (${id}, 'local-organization', 'local-user', ${`Run ${index}`}, 'junit', true, ${passed + failed + skipped}, ${passed}, ${failed}, ${skipped}, ${flaky},
          ${at}::timestamptz, ${at}::timestamptz, ${status}::run_status)`
      for (const [position, spec] of specs.entries()) {
        await prisma.$executeRaw`
          INSERT INTO test_result (run_id, organization_id, position, suite, name, file, status, flaky, attempts)
          VALUES (${id}, 'local-organization', ${position}, '', ${`test ${position}`}, ${spec}, 'passed', true, 2)`
      }
    }
  }

  it('give the pass rate of the week, by day and beside the week before: by hand', async () => {
    await insertRuns([
      { at: '2026-11-30T09:00:00Z', passed: 9, failed: 1, flaky: 2, skipped: 5 },
      { at: '2026-11-28T09:00:00Z', passed: 5, failed: 5 },
      { at: '2026-11-24T00:00:00Z', passed: 10, failed: 0 },
      { at: '2026-11-23T23:59:59.999Z', passed: 1, failed: 1 },
      { at: '2026-11-17T00:00:00Z', passed: 1, failed: 0 },
      { at: '2026-11-16T23:59:59.999Z', passed: 0, failed: 100 },
      // Neither ended nor whole: they say nothing of the tests.
      { at: '2026-11-30T10:00:00Z', passed: 0, failed: 50, status: 'interrupted' },
      { at: '2026-11-30T10:00:00Z', passed: 0, failed: 50, status: 'running' },
      { at: '2026-11-30T10:00:00Z', passed: 0, failed: 50, status: 'setup_failed' },
      { at: '2026-11-30T11:00:00.001Z', passed: 0, failed: 50 },
    ])
    const { blocks, text } = await askForBlocks(await start(), 'What is the pass rate this week?')
    expect(blocks.map(({ kind: blockKind }) => blockKind)).toEqual(['stats', 'chart'])
    expect(blocks[0]).toMatchObject({
      tool: 'pass_rate',
      tiles: [
        { label: 'Pass rate', value: '80%', sub: '66.7% the week before' }, { label: 'Test runs', value: 3 },
        { label: 'Failed', value: 6, sub: 'of 30 results', tone: 'bad' }, { label: 'Flaky', value: 2, tone: 'attention' },
      ],
    })
    expect(blocks[1]).toMatchObject({
      chartType: 'line', unit: '%', labels: ['Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun', 'Mon'],
      series: [{ values: [100, null, null, null, 50, null, 90] }],
      finding: '**80%** of tests passed in the last 7 days, up **13.3 points** from the week before.',
      runs: [{ runId: 'figures-0' }, { runId: 'figures-1' }], runsLabel: 'Latest runs with failures',
    })
    expect(text).toContain('**80%** of 30 results')
  })

  it('count a day by the server\'s own zone', async () => {
    await insertRuns([{ at: '2026-11-29T16:00:00Z', passed: 1, failed: 1 }, { at: '2026-11-29T14:00:00Z', passed: 1, failed: 0 }])
    process.env.TZ = 'Asia/Tokyo'
    const { blocks } = await askForBlocks(await start(), 'Taux de réussite cette semaine ?')
    expect(blocks[1]).toMatchObject({ labels: ['Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun', 'Mon'], series: [{ values: [null, null, null, null, null, 100, 50] }] })
  })

  it('show nothing where nothing ran to an end', async () => {
    await insertRuns([{ at: '2026-11-30T10:00:00Z', passed: 0, failed: 50, status: 'interrupted' }])
    const { blocks, text } = await askForBlocks(await start(), 'How are the tests doing?')
    expect(blocks).toEqual([])
    expect(text).toContain('No test ran to an end in the last 7 days.')
  })

  it('give the flaky specs, the flakiest first, as an independent count has them', async () => {
    await insertRuns([
      { at: '2026-11-30T09:00:00Z', passed: 4, failed: 0, flaky: 4, specs: ['cart.spec.ts', 'cart.spec.ts', 'account.spec.ts', 'cart.spec.ts'] },
      { at: '2026-11-24T00:00:00Z', passed: 1, failed: 0, flaky: 1, specs: ['account.spec.ts'] },
      { at: '2026-11-23T23:59:59Z', passed: 1, failed: 0, flaky: 1, specs: ['old.spec.ts'] },
      { at: '2026-11-30T09:00:00Z', passed: 1, failed: 0, flaky: 1, specs: ['broken-off.spec.ts'], status: 'interrupted' },
    ])
    const { blocks } = await askForBlocks(await start(), 'Flaky tests by spec?')
    const counted = await servers.database.prisma.$queryRaw<{ file: string, times: bigint }[]>`
      SELECT file, count(*) AS times FROM test_result WHERE run_id IN ('figures-0', 'figures-1') AND flaky GROUP BY file ORDER BY count(*) DESC`
    expect(blocks).toHaveLength(1)
    expect(blocks[0]).toMatchObject({
      kind: 'chart', chartType: 'bar', tool: 'flaky_by_spec',
      labels: counted.map(({ file }) => file), series: [{ values: counted.map(({ times }) => Number(times)) }],
      finding: '**3 of 5** passes on a retry in the last 7 days were in cart.spec.ts.',
    })
  })

  it('give as many days as were asked for', async () => {
    await insertRuns([{ at: '2026-11-23T23:59:59Z', passed: 1, failed: 0, flaky: 1, specs: ['old.spec.ts'] }])
    const server = await start()
    expect((await askForBlocks(server, 'Quels fichiers sont instables ?')).blocks).toEqual([])
    await askToEnd(server, 'chat-of-eight-days', 'Which specs were flaky in the last 8 days?')
    expect(partsOf(await readAnswer(server, 'chat-of-eight-days'), 'data-block')).toMatchObject([{ data: { labels: ['old.spec.ts'] } }])
  })

  it('list the runs as they are stored, each block checked', async () => {
    const { blocks } = await askForBlocks(await start(), 'List the runs')
    const stored = await servers.database.prisma.$queryRaw<{ id: string, kind: string, status: string, passed: number, failed: number }[]>`
      SELECT id, kind::text AS kind, status::text AS status, passed, failed FROM test_run WHERE is_whole ORDER BY sequence DESC LIMIT 10`
    expect(blocks).toHaveLength(1)
    expect(blocks[0]).toMatchObject({ kind: 'runs', title: 'Recent runs', runs: stored.map((row) => ({ ...row, startedAt: expect.any(String) })) })
    expect(parseChatBlock(blocks[0])).toEqual(blocks[0])
  })

  it('read the notes again that a stored answer shows, and leave out one that is gone', async () => {
    const server = await start()
    await askToEnd(server, 'chat-of-the-notes-1', 'Remember that checkout belongs to Payments')
    const { blocks } = await askForBlocks(server, 'What do you remember?')
    expect(blocks).toMatchObject([{ kind: 'memory', notes: [{ text: 'checkout belongs to Payments', addedBy: 'You' }] }])
    await servers.database.prisma.$executeRaw`UPDATE memory_note SET text = 'checkout belongs to nobody'`
    expect(partsOf(await readAnswer(server, chat), 'data-block')).toMatchObject([{ data: { notes: [{ text: 'checkout belongs to nobody' }] } }])
    await servers.database.prisma.$executeRaw`DELETE FROM memory_note`
    expect(partsOf(await readAnswer(server, chat), 'data-block')).toMatchObject([{ data: { notes: [] } }])
  })

  it('show what waits for the person, as it stands when it is read', async () => {
    const server = await start()
    await askToEnd(server, 'chat-of-the-time-1', 'Enter 45 minutes for Checkout: review')
    const { blocks, text } = await askForBlocks(server, 'What is waiting for me?')
    const [stored] = await servers.database.prisma.$queryRaw<{ id: string }[]>`SELECT id FROM approval`
    expect(blocks).toMatchObject([{ kind: 'approvals', approvals: [{ id: stored?.id, state: 'pending', action: { kind: 'time_entry' } }] }])
    expect(text).toContain('**1 approval** waits for you.')
    await servers.database.prisma.$executeRaw`UPDATE approval SET state = 'rejected'`
    expect(partsOf(await readAnswer(server, chat), 'data-block')).toMatchObject([{ data: { approvals: [{ id: stored?.id, state: 'rejected' }] } }])
  })

  it('show no rows where the model only needs them to go on', async () => {
    const model = createScriptedModel([callStep(callParts('c1', 'list_runs', { limit: 3, context: true })), answerStep('Done.')])
    const { blocks, parts } = await askForBlocks(await servers.start({ model: { model } }), 'Rerun something')
    expect(blocks).toEqual([])
    expect(parts).toContainEqual(expect.objectContaining({ type: 'tool-list_runs', state: 'output-available' }))
  })

  it('stand in each other\'s place where the same is looked up twice', async () => {
    const model = createScriptedModel([
      callStep(callParts('c1', 'list_runs', { limit: 3 })), callStep(callParts('c2', 'list_runs', { limit: 3 })), callStep(callParts('c3', 'list_runs', { limit: 2 })), answerStep('Done.'),
    ])
    const { blocks } = await askForBlocks(await servers.start({ model: { model } }), 'Runs')
    expect(blocks.map(({ runs }) => Array.isArray(runs) && runs.length)).toEqual([3, 2])
  })
})
