import { describe, expect, it } from 'vitest'
import { sweepApprovals } from '#layers/northlight/server/approvals/sweep-approvals.ts'
import { decide, readApproval, readAsk, untilState } from '#layers/northlight/tests/support/approval-client.ts'
import { expectStatus } from '#layers/northlight/tests/support/browser-session.ts'
import { askToEnd, outcomeOf, partsOf, readAnswer } from '#layers/northlight/tests/support/chat-client.ts'
import { listEvents } from '#layers/northlight/tests/support/gate-client.ts'
import { answerStep, callParts, callStep } from '#layers/northlight/tests/support/model-parts.ts'
import { startGatedServer } from '#layers/northlight/tests/support/start-gated-server.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { until } from '#layers/northlight/tests/support/until.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const chat = 'chat-0123456789abcdef'
const askedAt = 1_000_000
const dayMs = 24 * 60 * 60 * 1_000

describe.each(testDatabases)('an ask that nobody answers, on the $name database', (kind) => {
  const servers = useTestServers(kind)

  /** One ask waits; the time is what the test says. */
  async function start() {
    const time = { now: askedAt }
    const steps = [callStep(callParts('c1', 'post', { word: 'Hello' })), answerStep('I see.'), answerStep('Later.')]
    const gated = await startGatedServer(servers, steps, { clock: { now: () => time.now } })
    await askToEnd(gated.server, chat, 'Post it.')
    return { ...gated, time, ask: await readAsk(gated.server) }
  }
  const untilDone = (server: Awaited<ReturnType<typeof start>>['server']) => until(async () => outcomeOf(await readAnswer(server, chat)) === 'done')

  it('can be answered for 30 days', async () => {
    const { server, time, ask, executor } = await start()
    expect(ask.expiresAt).toBe(askedAt + 30 * dayMs)
    time.now = ask.expiresAt - 1
    await sweepApprovals(server.services)
    expect((await decide(server, ask, 'approve')).status).toBe(200)
    await untilState(server, ask.id, 'executed')
    expect(executor.done).toHaveLength(1)
  })

  it.each(['approve', 'reject'])('is over then: whoever comes to %s finds it expired, and the answer goes on', async (decision) => {
    const { server, time, ask, executor, model } = await start()
    time.now = ask.expiresAt
    expect(await decide(server, ask, decision)).toMatchObject({ status: 409, body: { code: 'approval-decided', approval: { id: ask.id, state: 'expired', version: 1 } } })
    await untilDone(server)
    expect(executor.done).toEqual([])
    expect(partsOf(await readAnswer(server, chat), 'tool-post')).toMatchObject([{ state: 'output-denied' }])
    expect(JSON.stringify(model.prompts[1]?.at(-1))).toContain('expired')
    expect(await listEvents(server, ask.id)).toEqual(['asked', 'expired'])
  })

  it('is swept up when nobody comes, once, and its answer goes on', async () => {
    const { server, time, ask, model } = await start()
    time.now = ask.expiresAt - 1
    await sweepApprovals(server.services)
    expect((await readApproval(server, ask.id)).state).toBe('pending')
    time.now = ask.expiresAt
    await Promise.all([sweepApprovals(server.services), sweepApprovals(server.services)])
    expect(await readApproval(server, ask.id)).toMatchObject({ state: 'expired', canDecide: false, endedAt: ask.expiresAt, decidedBy: null })
    await untilDone(server)
    expect([model.calls.length, await listEvents(server, ask.id)]).toEqual([2, ['asked', 'expired']])
  })

  it('of an answer that was set aside expires too, and the answer never goes on', async () => {
    const { server, time, ask, model } = await start()
    await askToEnd(server, chat, 'Something else?', { messageId: 'question-2' })
    time.now = ask.expiresAt
    await sweepApprovals(server.services)
    expect((await readApproval(server, ask.id)).state).toBe('expired')
    await sweepApprovals(server.services)
    expect(await servers.database.prisma.turn.findFirst({ where: { detached: true } })).toMatchObject({ state: 'waiting', fence: 1 })
    await askToEnd(server, chat, 'And?', { messageId: 'question-3' })
    expect(JSON.stringify(model.prompts[2])).toContain('expired')
    expect(model.calls).toHaveLength(3)
  })

  it.each([['waits', false], ['was set aside', true]])('is called back with its chat, also where its answer %s', async (_name, isSetAside) => {
    const { server, ask, executor } = await start()
    if (isSetAside) await askToEnd(server, chat, 'Something else?', { messageId: 'question-2' })
    await expectStatus(await server.fetch(`/api/chats/${chat}`, { method: 'DELETE' }), 204)
    await untilState(server, ask.id, 'cancelled')
    expect((await decide(server, ask, 'approve')).body).toMatchObject({ code: 'approval-decided', approval: { state: 'cancelled' } })
    expect(executor.done).toEqual([])
    expect(await listEvents(server, ask.id)).toEqual(['asked', 'cancelled'])
  })
})
