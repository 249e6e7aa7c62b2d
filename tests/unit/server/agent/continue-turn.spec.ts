import { describe, expect, it } from 'vitest'
import { continueTurn } from '#layers/northlight/server/agent/continue-turn.ts'
import { recoverTurns } from '#layers/northlight/server/agent/recover-turns.ts'
import { stopTurn } from '#layers/northlight/server/agent/stop-turn.ts'
import type { AgentTool } from '#layers/northlight/server/agent/tools/define-tool.ts'
import { executeApprovalJob } from '#layers/northlight/server/jobs/execute-approval.ts'
import { settleTurn } from '#layers/northlight/server/store/turn-store.ts'
import { decide, readApproval, readAsk, untilState } from '#layers/northlight/tests/support/approval-client.ts'
import { ask, askToEnd, outcomeOf, partsOf, readAnswer, readMessages, stop, toText } from '#layers/northlight/tests/support/chat-client.ts'
import { dumpRows } from '#layers/northlight/tests/support/dump-rows.ts'
import { createFakeExecutor } from '#layers/northlight/tests/support/fake-executor.ts'
import { setRule } from '#layers/northlight/tests/support/gate-client.ts'
import { answerStep, callParts, callStep, textParts } from '#layers/northlight/tests/support/model-parts.ts'
import { createPromptJobs } from '#layers/northlight/tests/support/prompt-jobs.ts'
import { isChunk, readEventStream } from '#layers/northlight/tests/support/read-event-stream.ts'
import { createScriptedModel } from '#layers/northlight/tests/support/scripted-model.ts'
import type { TestServer } from '#layers/northlight/tests/support/start-test-server.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { createGatedStub, createToolStub } from '#layers/northlight/tests/support/tool-stub.ts'
import { until } from '#layers/northlight/tests/support/until.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const chat = 'chat-0123456789abcdef'

describe.each(testDatabases)('waiting for a person, on the $name database', (kind) => {
  const servers = useTestServers(kind)
  const asks = [...textParts('t', 'I will post it.'), ...callStep(callParts('c1', 'post', { word: 'hello' }), callParts('c2', 'look', { word: 'b' }))]

  const start = async (steps: Parameters<typeof createScriptedModel>[0] & object, tools: AgentTool[] = [createGatedStub('post'), createToolStub('look')]) => {
    const model = createScriptedModel(steps)
    const executor = createFakeExecutor()
    const overrides = { model: { model }, tools, executors: [executor] }
    return { model, executor, overrides, server: await servers.start(overrides) }
  }
  /** Where no job goes on with a turn: the test does. */
  const startWithoutContinuing = async (...steps: Parameters<typeof createScriptedModel>[0] & object) => {
    const model = createScriptedModel(steps)
    const jobs = createPromptJobs([executeApprovalJob], () => server.services)
    const server: TestServer = await servers.start({ model: { model }, tools: [createGatedStub('post'), createToolStub('look')], executors: [createFakeExecutor()], jobs })
    return { model, server }
  }
  const loadTurn = async () => (await servers.database.prisma.turn.findMany({ where: { chatId: chat }, orderBy: { startedAt: 'asc' } })).at(0)
  const goOn = async (server: TestServer) => continueTurn(server.services, (await loadTurn())?.id ?? '')
  const approve = async (server: TestServer) => {
    const asked = await readAsk(server)
    expect((await decide(server, asked, 'approve')).status).toBe(200)
    return untilState(server, asked.id, 'executed')
  }
  const untilOutcome = (server: TestServer, outcome: string) => until(async () => (await loadTurn())?.state === outcome && outcomeOf(await readAnswer(server, chat)) === outcome)

  it('asks the gate, does nothing, and ends the stream with the ask', async () => {
    const { server, executor, model } = await start([asks])
    const stream = readEventStream(await ask(server, chat, 'Post it.'))
    expect(await stream.toEnd()).toBe(true)
    const asked = await readAsk(server)
    expect(stream.events.map(({ chunk }) => chunk)).toContainEqual({ type: 'tool-approval-request', toolCallId: 'c1', approvalId: asked.id })
    expect(stream.events.at(-1)?.chunk).toMatchObject({ type: 'finish', messageMetadata: { northlight: { outcome: 'waiting' } } })
    const turn = await loadTurn()
    expect(await servers.database.prisma.approval.findMany()).toMatchObject([{ kind: 'issue_comment', toolName: 'post', toolCallId: 'c1', chatId: chat, turnId: turn?.id, state: 'pending' }])
    expect(asked.body).toEqual({ text: 'hello' })
    expect([executor.done.length, model.calls.length]).toEqual([0, 1])
    expect(turn).toMatchObject({ state: 'waiting', lease: null, detached: false })
    expect(await servers.database.prisma.turnEvent.count()).toBe(stream.events.at(-1)?.seq)
  })

  it('is shown, and is not running', async () => {
    const { server } = await start([asks])
    await askToEnd(server, chat, 'Post it.')
    const messages = await readMessages(server, chat)
    expect(messages.map((message) => message.role)).toEqual(['user', 'assistant'])
    expect(messages[1]?.parts.filter((part) => part.toolCallId)).toMatchObject([
      { type: 'tool-post', state: 'approval-requested', approval: { id: (await readAsk(server)).id }, input: { word: 'hello' } },
      { type: 'tool-look', state: 'output-available' },
    ])
    expect((await server.fetch(`/api/chat/${chat}/stream`)).status).toBe(204)
    expect(await (await server.fetch(`/api/chats/${chat}`)).json()).toMatchObject({ isRunning: false })
  })

  it('is set aside by a new message, with its ask open, and never goes on', async () => {
    const { server, model } = await start([asks, answerStep('Something else.')])
    const key = 'key-1'
    await askToEnd(server, chat, 'Post it.', { key })
    const asked = await readAsk(server)
    await askToEnd(server, chat, 'Something else?', { messageId: 'question-2' })
    const messages = await readMessages(server, chat)
    expect(messages.map(toText)).toEqual(['Post it.', 'I will post it.', 'Something else?', 'Something else.'])
    expect(messages[1]?.parts).toMatchObject([{}, {}, { state: 'approval-requested', approval: { id: asked.id } }, {}])
    expect(messages.map(outcomeOf)).toEqual([undefined, 'waiting', undefined, 'done'])
    expect(await loadTurn()).toMatchObject({ state: 'waiting', detached: true })
    expect(JSON.stringify(model.prompts[1])).not.toContain('approval')
    const before = await dumpRows(servers.database)
    expect(await goOn(server)).toBeUndefined()
    expect(await stop(server, chat)).toEqual({ stopped: false })
    // A stop that had read the turn before it was set aside.
    const turn = await loadTurn()
    expect(turn && await settleTurn(servers.database, turn, { message: { id: messages[1]?.id ?? '', role: 'assistant', parts: [] }, outcome: 'stopped', events: [], at: new Date(0) })).toBe(false)
    expect(await recoverTurns(server.services)).toBe(0)
    const replay = await askToEnd(server, chat, 'Post it.', { key })
    expect(replay.map(({ chunk }) => chunk)).toContainEqual({ type: 'tool-approval-request', toolCallId: 'c1', approvalId: asked.id })
    expect(await dumpRows(servers.database)).toBe(before)
    await approve(server)
    expect(await goOn(server)).toBeUndefined()
    expect([await loadTurn(), model.calls.length]).toMatchObject([{ state: 'waiting', detached: true, fence: 1 }, 2])
  })

  it('is not set aside by a request that is refused or that came before', async () => {
    const { server } = await start([answerStep('First.'), asks])
    await askToEnd(server, chat, 'First?', { messageId: 'question-0', key: 'key-0' })
    await askToEnd(server, chat, 'Post it.', { key: 'key-1' })
    const before = await dumpRows(servers.database)
    expect((await ask(server, chat, 'Post it.')).status).toBe(409)
    expect((await ask(server, chat, 'Other.', { messageId: 'question-2', key: 'key-1' })).status).toBe(409)
    expect((await server.send('POST', '/api/chat', { id: chat, trigger: 'regenerate-message', messageId: 'none' })).status).toBe(404)
    await askToEnd(server, chat, 'First?', { messageId: 'question-0', key: 'key-0' })
    const replay = await askToEnd(server, chat, 'Post it.', { key: 'key-1' })
    expect(replay.map(({ chunk }) => chunk.type)).toContain('tool-approval-request')
    expect(await dumpRows(servers.database)).toBe(before)
  })

  it('ends at a stop, once, and its ask with it', async () => {
    const { server, model } = await start([asks])
    await askToEnd(server, chat, 'Post it.')
    const asked = await readAsk(server)
    expect(await stop(server, chat)).toEqual({ stopped: true })
    expect(await stop(server, chat)).toEqual({ stopped: false })
    const messages = await readMessages(server, chat)
    expect(messages).toHaveLength(2)
    expect([outcomeOf(await readAnswer(server, chat)), toText(await readAnswer(server, chat))]).toEqual(['stopped', 'I will post it.'])
    expect((await readApproval(server, asked.id)).state).toBe('cancelled')
    expect(await goOn(server)).toBeUndefined()
    expect([await loadTurn(), model.calls.length]).toMatchObject([{ state: 'stopped' }, 1])
    expect((await servers.database.prisma.turnEvent.findMany({ orderBy: { seq: 'asc' } })).at(-1)?.chunk).toMatchObject({ type: 'finish', messageMetadata: { northlight: { outcome: 'stopped' } } })
  })

  it('ends at a stop that comes while it is put to wait', async () => {
    const held = Promise.withResolvers<void>()
    const post = createGatedStub('post')
    const slowPost: typeof post = {
      ...post,
      async toAction(...asked) {
        await held.promise
        return post.toAction(...asked)
      },
    }
    const { server, model } = await start([asks], [slowPost, createToolStub('look')])
    const response = await ask(server, chat, 'Post it.')
    const live = server.services.liveTurns.find(chat)
    const stopping = new Promise<boolean>((resolve) => live?.subscribe(() => {
      if (live.events.at(-1)?.chunk.type === 'tool-approval-request') resolve(stopTurn(server.services, chat))
    }))
    held.resolve()
    expect(await stopping).toBe(true)
    await response.body?.cancel()
    expect([await loadTurn(), model.calls.length]).toMatchObject([{ state: 'stopped' }, 1])
    expect((await readMessages(server, chat)).map(outcomeOf)).toEqual([undefined, 'stopped'])
    expect(await servers.database.prisma.approval.findMany()).toMatchObject([{ state: 'cancelled' }])
  })

  it('D04 goes on with the same message, which is stored once, and the model reads the result', async () => {
    const { server, model, executor } = await start([asks, answerStep('Posted.')])
    const waited = await askToEnd(server, chat, 'Post it.')
    await approve(server)
    await untilOutcome(server, 'done')
    const [question, answer, ...more] = await readMessages(server, chat)
    expect([question?.id, more]).toEqual(['question-1', []])
    expect(answer?.id).toBe(waited[0]?.chunk.type === 'start' ? waited[0].chunk.messageId : '')
    expect(answer?.parts.map((part) => [part.type, part.state])).toEqual([
      ['step-start', undefined], ['text', 'done'], ['tool-post', 'output-available'], ['tool-look', 'output-available'], ['step-start', undefined], ['text', 'done'],
    ])
    expect(answer?.metadata).toMatchObject({ northlight: { outcome: 'done', stepDurationsMs: [expect.any(Number), expect.any(Number)], tokens: 30 } })
    expect(await loadTurn()).toMatchObject({ state: 'done', fence: 2, lease: null })
    expect(await servers.database.prisma.modelCall.findMany({ where: { turn: { chatId: chat } }, orderBy: { step: 'asc' }, select: { step: true } })).toEqual([{ step: 1 }, { step: 2 }])
    expect((await servers.database.prisma.turnEvent.findMany({ orderBy: { seq: 'asc' } })).filter((row) => JSON.stringify(row.chunk).includes('"finish"'))).toHaveLength(2)
    expect(model.prompts[1]?.slice(1)).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content: [{ type: 'text' }, { type: 'tool-call', toolCallId: 'c1' }, { type: 'tool-call', toolCallId: 'c2' }] },
      { role: 'tool', content: [{ toolCallId: 'c1', output: { type: 'json', value: { commented: 'acme/shop#1' } } }, { toolCallId: 'c2' }] },
    ])
    expect([executor.done.length, model.calls.length]).toEqual([1, 2])
  })

  it('goes on once, however many ask for it, and a reader sees the whole message', async () => {
    const { server, model } = await startWithoutContinuing(asks)
    await askToEnd(server, chat, 'Post it.')
    expect(await goOn(server)).toBeUndefined()
    await approve(server)
    expect([await loadTurn(), model.calls.length]).toMatchObject([{ state: 'queued', fence: 1 }, 1])
    expect((await ask(server, chat, 'Now?', { messageId: 'question-2' })).status).toBe(409)
    const lives = await Promise.all(Array.from({ length: 5 }, () => goOn(server)))
    expect(lives.filter(Boolean)).toHaveLength(1)
    const call = await model.call(2)
    expect((await ask(server, chat, 'Now?', { messageId: 'question-2' })).status).toBe(409)
    const stream = readEventStream(await server.fetch(`/api/chat/${chat}/stream`))
    call.end(...answerStep('Posted.'))
    await stream.until(isChunk('text-end'))
    await stream.toEnd()
    expect(stream.events.map(({ chunk }) => chunk.type === 'text-delta' ? chunk.delta : '').join('')).toBe('I will post it.Posted.')
    expect(model.calls).toHaveLength(2)
    expect(await servers.database.prisma.message.count({ where: { chatId: chat } })).toBe(2)
    expect(await goOn(server)).toBeUndefined()
  })

  it('is shown as far as it had come when it began to wait, also while it goes on', async () => {
    const { server, model } = await start([asks])
    await askToEnd(server, chat, 'Post it.')
    const waited = await readMessages(server, chat)
    await approve(server)
    const call = await model.call(2)
    expect(await readMessages(server, chat)).toEqual(waited)
    call.end(...answerStep('Posted.'))
    await untilOutcome(server, 'done')
  })

  it('goes on on another server, and is not a turn that was left behind', async () => {
    const { server, overrides } = await start([asks, answerStep('Posted.')])
    await askToEnd(server, chat, 'Post it.')
    await server.services.close()
    const other = await servers.start(overrides)
    expect(await recoverTurns(other.services)).toBe(0)
    await approve(other)
    await untilOutcome(other, 'done')
    expect(toText(await readAnswer(other, chat))).toBe('I will post it.Posted.')
  })

  it('is no turn that was left behind either when it was released and its server ended', async () => {
    const { server } = await startWithoutContinuing(asks)
    await askToEnd(server, chat, 'Post it.')
    await approve(server)
    await server.services.close()
    const { server: other } = await startWithoutContinuing(answerStep('Posted.'))
    expect(await recoverTurns(other.services)).toBe(0)
    await (await goOn(other))?.ended
    expect([toText(await readAnswer(other, chat)), (await loadTurn())?.fence]).toEqual(['I will post it.Posted.', 2])
  })

  it('may wait again', async () => {
    const { server, model } = await start([asks, callStep(callParts('c3', 'post', { word: 'again' })), answerStep('Both.')])
    await askToEnd(server, chat, 'Post it.')
    await approve(server)
    await until(async () => (await servers.database.prisma.turn.count({ where: { state: 'waiting', fence: 2 } })) === 1)
    await decide(server, await readAsk(server), 'reject', { reason: 'Once is enough.' })
    await untilOutcome(server, 'done')
    const answer = await readAnswer(server, chat)
    expect(partsOf(answer, 'tool-post')).toMatchObject([{ state: 'output-available' }, { state: 'output-denied', approval: { approved: false, reason: expect.stringContaining('Once is enough.') } }])
    expect([toText(answer), outcomeOf(answer), (await loadTurn())?.fence]).toEqual(['I will post it.Both.', 'done', 3])
    expect(model.prompts[2]?.at(-1)).toMatchObject({ role: 'tool', content: [{ toolCallId: 'c3', output: { type: 'error-text', value: expect.stringContaining('Once is enough.') } }] })
  })

  it('stops while it goes on, with all that was said before', async () => {
    const { server, model } = await start([asks])
    await askToEnd(server, chat, 'Post it.')
    await approve(server)
    await model.call(2)
    expect(await stop(server, chat)).toEqual({ stopped: true })
    const answer = await readAnswer(server, chat)
    expect([toText(answer), outcomeOf(answer), partsOf(answer, 'tool-post')[0]?.state]).toEqual(['I will post it.', 'stopped', 'output-available'])
  })

  it.each(['block', 'hand-off'] as const)('does not wait where the rule is %s: the model is told at once', async (rule) => {
    const { server, model, executor } = await start([asks, answerStep('I see.')])
    await setRule(server, rule)
    await askToEnd(server, chat, 'Post it.')
    expect(model.prompts[1]?.at(-1)).toMatchObject({ role: 'tool', content: [{ toolCallId: 'c1', output: { type: 'error-text', value: expect.any(String) } }, { toolCallId: 'c2' }] })
    const answer = await readAnswer(server, chat)
    expect(partsOf(answer, 'tool-post')).toMatchObject([{ state: 'output-error', errorText: expect.any(String) }])
    expect([outcomeOf(answer), executor.done.length, await servers.database.prisma.approval.count()]).toEqual(['done', 0, 0])
  })
})
