import { describe, expect, it } from 'vitest'
import { decide, listAsks, readApproval, readAsk, untilState } from '#layers/northlight/tests/support/approval-client.ts'
import { askToEnd, outcomeOf, partsOf, readAnswer, readMessages, stop, toText } from '#layers/northlight/tests/support/chat-client.ts'
import { createFakeExecutor } from '#layers/northlight/tests/support/fake-executor.ts'
import { answerStep, callParts, callStep, textParts } from '#layers/northlight/tests/support/model-parts.ts'
import { createScriptedModel } from '#layers/northlight/tests/support/scripted-model.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { createGatedStub, createToolStub } from '#layers/northlight/tests/support/tool-stub.ts'
import { until } from '#layers/northlight/tests/support/until.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const chat = 'chat-0123456789abcdef'

describe.each(testDatabases)('deciding what a dot asked for, on the $name database', (kind) => {
  const servers = useTestServers(kind)
  const post = (id: string, word: string) => callParts(id, 'post', { word })
  const start = async (...steps: Parameters<typeof createScriptedModel>[0] & object) => {
    const model = createScriptedModel(steps)
    const executor = createFakeExecutor()
    const overrides = { model: { model }, tools: [createGatedStub('post'), createToolStub('look')], executors: [executor] }
    return { model, executor, overrides, server: await servers.start(overrides) }
  }
  const untilDone = (server: Awaited<ReturnType<typeof start>>['server']) => until(async () => outcomeOf(await readAnswer(server, chat)) === 'done')

  it('does nothing until a person approves, then exactly what was shown, and the same answer goes on', async () => {
    const { server, model, executor } = await start([...textParts('t', 'I will post it.'), ...callStep(post('c1', 'Hello'))], answerStep('Posted.'))
    await askToEnd(server, chat, 'Post it.')
    expect(executor.done).toEqual([])
    const ask = await readAsk(server)
    expect(ask).toMatchObject({ state: 'pending', version: 1, kind: 'issue_comment', body: { text: 'Hello' }, canDecide: true, chatId: chat, dot: { name: 'Quality' } })
    const { status, body } = await decide(server, ask, 'approve')
    expect([status, body.id]).toEqual([200, ask.id])
    await untilDone(server)
    expect(executor.done).toMatchObject([{ approvalId: ask.id, body: { text: 'Hello' }, target: { key: 'acme/shop#1' } }])
    expect(await readApproval(server, ask.id)).toMatchObject({ state: 'executed', note: 'Commented on acme/shop#1', canDecide: false, decidedBy: { name: 'You' } })
    const [, answer, ...more] = await readMessages(server, chat)
    expect(more).toEqual([])
    expect(answer && [toText(answer), partsOf(answer, 'tool-post')]).toMatchObject(['I will post it.Posted.', [{ state: 'output-available', output: { commented: 'acme/shop#1' }, approval: { id: ask.id, approved: true } }]])
    expect(model.prompts[1]?.at(-1)).toMatchObject({ role: 'tool', content: [{ toolCallId: 'c1', output: { type: 'json', value: { commented: 'acme/shop#1' } } }] })
  })

  it('goes on once with one approved and one rejected, and the model reads the reason', async () => {
    const { server, model, executor } = await start(callStep(post('c1', 'One'), post('c2', 'Two')), answerStep('One posted, one not.'))
    await askToEnd(server, chat, 'Post both.')
    const asks = await listAsks(server)
    const [first, second] = ['One', 'Two'].map((word) => asks.find(({ body }) => (body as { text: string }).text === word))
    if (!first || !second) throw new Error('Two asks wait.')
    const [approved, rejected] = await Promise.all([decide(server, first, 'approve'), decide(server, second, 'reject', { reason: 'Not in this tone.' })])
    expect([approved.status, rejected.status]).toEqual([200, 200])
    await untilDone(server)
    expect([executor.done.length, model.calls.length]).toEqual([1, 2])
    expect(await servers.database.prisma.message.count({ where: { chatId: chat } })).toBe(2)
    const told = JSON.stringify(model.prompts[1]?.at(-1))
    expect(told).toContain('Not in this tone.')
    expect(told).not.toContain('Two')
  })

  it('tells whoever comes late how it stands, and changes nothing', async () => {
    const { server, executor } = await start(callStep(post('c1', 'Hello')), answerStep('Fine.'))
    await askToEnd(server, chat, 'Post it.')
    const ask = await readAsk(server)
    const answers = await Promise.all([decide(server, ask, 'approve'), decide(server, ask, 'approve'), decide(server, ask, 'reject')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    for (const { body } of answers.filter(({ status }) => status === 409)) expect(body).toMatchObject({ code: 'approval-decided', approval: { id: ask.id, version: 1 } })
    await untilDone(server)
    const ended = await readApproval(server, ask.id)
    expect(executor.done.length).toBe(ended.state === 'executed' ? 1 : 0)
    expect(['executed', 'rejected']).toContain(ended.state)
  })

  it('makes a new version of an edit, which has to be approved as it is then', async () => {
    const { server, executor } = await start(callStep(post('c1', 'Hello')), answerStep('Fine.'))
    await askToEnd(server, chat, 'Post it.')
    const ask = await readAsk(server)
    expect((await decide(server, ask, 'edit', { body: { text: 'x', extra: 1 } })).status).toBe(400)
    expect((await decide(server, ask, 'edit', { body: { text: 'Hello, all' } })).body).toMatchObject({ state: 'pending', version: 2, body: { text: 'Hello, all' } })
    expect((await decide(server, ask, 'approve')).body).toMatchObject({ code: 'approval-changed', approval: { state: 'pending', version: 2 } })
    expect(executor.done).toEqual([])
    await decide(server, await readAsk(server), 'approve')
    await untilState(server, ask.id, 'executed')
    expect(executor.done).toMatchObject([{ body: { text: 'Hello, all' } }])
    expect(await servers.database.prisma.approvalVersion.count({ where: { approvalId: ask.id } })).toBe(2)
  })

  it('refuses what is not what was shown', async () => {
    const { server, executor } = await start(callStep(post('c1', 'Hello')))
    await askToEnd(server, chat, 'Post it.')
    const ask = await readAsk(server)
    expect((await decide(server, { ...ask, digest: '0'.repeat(64) }, 'approve')).body).toMatchObject({ code: 'approval-changed' })
    expect((await decide(server, { ...ask, version: 2 }, 'approve')).body).toMatchObject({ code: 'approval-changed' })
    expect((await decide(server, { ...ask, id: 'none' }, 'approve')).status).toBe(404)
    // Somebody at the database.
    await servers.database.prisma.approvalVersion.updateMany({ where: { approvalId: ask.id }, data: { body: { text: 'Another text' } } })
    expect((await decide(server, ask, 'approve')).body).toMatchObject({ code: 'approval-changed' })
    expect((await decide(server, ask, 'edit', { body: { text: 'Mended' } })).body).toMatchObject({ code: 'approval-changed' })
    expect([executor.done.length, (await readApproval(server, ask.id)).state]).toEqual([0, 'pending'])
    expect((await decide(server, ask, 'reject')).body).toMatchObject({ state: 'rejected' })
    expect(executor.done).toEqual([])
  })

  it('carries nothing out whose bytes changed after they were approved', async () => {
    const { server, executor } = await start(callStep(post('c1', 'Hello')), answerStep('Fine.'))
    await askToEnd(server, chat, 'Post it.')
    const ask = await readAsk(server)
    await servers.database.prisma.approval.update({ where: { id: ask.id }, data: { state: 'approved', decidedBy: 'local-user' } })
    await servers.database.prisma.approvalVersion.updateMany({ where: { approvalId: ask.id }, data: { body: { text: 'Another text' } } })
    await (await import('#layers/northlight/server/approvals/execute-approval.ts')).executeApproval(server.services, ask.id)
    expect([executor.done.length, (await readApproval(server, ask.id)).state]).toEqual([0, 'failed'])
  })

  it('calls its asks back with a stopped turn', async () => {
    const { server, executor } = await start(callStep(post('c1', 'Hello')))
    await askToEnd(server, chat, 'Post it.')
    const ask = await readAsk(server)
    await stop(server, chat)
    expect((await readApproval(server, ask.id)).state).toBe('cancelled')
    expect((await decide(server, ask, 'approve')).body).toMatchObject({ code: 'approval-decided', approval: { state: 'cancelled' } })
    expect(executor.done).toEqual([])
  })

  it('leaves the asks of an answer open that was set aside, and tells later answers what came of them', async () => {
    const { server, model, executor } = await start(callStep(post('c1', 'Hello')), answerStep('Something else.'), answerStep('Third.'))
    await askToEnd(server, chat, 'Post it.')
    const ask = await readAsk(server)
    await askToEnd(server, chat, 'Something else?', { messageId: 'question-2' })
    expect(JSON.stringify(model.prompts[1])).toContain('Waiting for a person.')
    expect((await decide(server, ask, 'approve')).status).toBe(200)
    await untilState(server, ask.id, 'executed')
    await askToEnd(server, chat, 'And?', { messageId: 'question-3' })
    expect(JSON.stringify(model.prompts[2])).toContain('"commented":"acme/shop#1"')
    expect([model.calls.length, executor.done.length]).toEqual([3, 1])
    expect(await servers.database.prisma.turn.findFirst({ where: { id: (await servers.database.prisma.approval.findFirst())?.turnId ?? '' } })).toMatchObject({ state: 'waiting', detached: true })
  })

  it.each([['refuse', 'failed', 0], ['lose', 'executed', 1], ['drop', 'unknown', 0]] as const)('of an action that breaks off (%s) it says what is known', async (fault, state, done) => {
    const { server, executor } = await start(callStep(post('c1', 'Hello')), answerStep('I see.'))
    executor.fault = fault
    await askToEnd(server, chat, 'Post it.')
    const ask = await readAsk(server)
    await decide(server, ask, 'approve')
    const ended = await untilState(server, ask.id, state)
    expect(executor.done.length).toBe(done)
    if (state !== 'unknown') return untilDone(server)
    expect((await servers.database.prisma.turn.findFirstOrThrow()).state).toBe('waiting')
    const settled = await server.send('POST', `/api/approvals/${ask.id}/settlement`, { happened: false, version: ended.version, digest: ended.digest })
    expect(await settled.json()).toMatchObject({ state: 'failed' })
    await untilDone(server)
  })
})
