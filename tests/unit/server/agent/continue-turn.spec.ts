import { describe, expect, it } from 'vitest'
import type { UIMessageChunk } from 'ai'
import { continueTurn } from '#layers/northlight/server/agent/continue-turn.ts'
import { stopTurn } from '#layers/northlight/server/agent/stop-turn.ts'
import { recoverTurns } from '#layers/northlight/server/agent/recover-turns.ts'
import type { ActionRequest, Gate, GateAnswer } from '#layers/northlight/server/approvals/request-action.ts'
import { settleTurn } from '#layers/northlight/server/store/turn-store.ts'
import { ask, askToEnd, outcomeOf, partsOf, readAnswer, readMessages, stop, toText } from '#layers/northlight/tests/support/chat-client.ts'
import { dumpRows } from '#layers/northlight/tests/support/dump-rows.ts'
import { answerStep, callParts, callStep, textParts } from '#layers/northlight/tests/support/model-parts.ts'
import { isChunk, readEventStream } from '#layers/northlight/tests/support/read-event-stream.ts'
import { createScriptedModel } from '#layers/northlight/tests/support/scripted-model.ts'
import type { TestServer } from '#layers/northlight/tests/support/start-test-server.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { createToolStub } from '#layers/northlight/tests/support/tool-stub.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const chat = 'chat-0123456789abcdef'
const pending: GateAnswer = { result: 'pending_approval', approvalId: 'approval-1' }
const result: UIMessageChunk = { type: 'tool-output-available', toolCallId: 'c1', output: { result: 'executed', url: 'http://127.0.0.1/1' } }

describe.each(testDatabases)('waiting for a person, on the $name database', (kind) => {
  const servers = useTestServers(kind)
  const asks = [...textParts('t', 'I will post it.'), ...callStep(callParts('c1', 'post', { word: 'hello' }), callParts('c2', 'look', { word: 'b' }))]

  const start = async (answer: GateAnswer | Promise<GateAnswer>, ...steps: Parameters<typeof createScriptedModel>[0] & object) => {
    const model = createScriptedModel(steps)
    const requests: ActionRequest[] = []
    const gate: Gate = async (request) => {
      requests.push(request)
      return answer
    }
    const post = createToolStub('post', () => ({ posted: true }), { actionKind: 'post-comment' })
    const overrides = { model: { model }, tools: [post, createToolStub('look')], gate }
    return { model, post, requests, overrides, server: await servers.start(overrides) }
  }
  const loadTurn = async () => (await servers.database.prisma.turn.findMany({ where: { chatId: chat }, orderBy: { startedAt: 'asc' } })).at(0)
  const goOn = async (server: TestServer, results: UIMessageChunk[] = [result]) => continueTurn(server.services, server.services.localPrincipal, (await loadTurn())?.id ?? '', results)

  it('asks the gate, not the tool, and ends the stream with the ask', async () => {
    const { server, post, requests, model } = await start(pending, asks)
    const stream = readEventStream(await ask(server, chat, 'Post it.'))
    expect(await stream.toEnd()).toBe(true)
    expect(stream.events.map(({ chunk }) => chunk)).toContainEqual({ type: 'tool-approval-request', toolCallId: 'c1', approvalId: 'approval-1' })
    expect(stream.events.at(-1)?.chunk).toMatchObject({ type: 'finish', messageMetadata: { northlight: { outcome: 'waiting' } } })
    const turn = await loadTurn()
    expect(requests).toMatchObject([{ kind: 'post-comment', toolName: 'post', toolCallId: 'c1', input: { word: 'hello' }, chatId: chat, turnId: turn?.id }])
    expect([post.runs.length, model.calls.length]).toEqual([0, 1])
    expect(turn).toMatchObject({ state: 'waiting', lease: null, detached: false })
    expect(await servers.database.prisma.turnEvent.count()).toBe(stream.events.at(-1)?.seq)
  })

  it('is shown, and is not running', async () => {
    const { server } = await start(pending, asks)
    await askToEnd(server, chat, 'Post it.')
    const messages = await readMessages(server, chat)
    expect(messages.map((message) => message.role)).toEqual(['user', 'assistant'])
    expect(messages[1]?.parts.filter((part) => part.toolCallId)).toMatchObject([
      { type: 'tool-post', state: 'approval-requested', approval: { id: 'approval-1' }, input: { word: 'hello' } },
      { type: 'tool-look', state: 'output-available' },
    ])
    expect((await server.fetch(`/api/chat/${chat}/stream`)).status).toBe(204)
    expect(await (await server.fetch(`/api/chats/${chat}`)).json()).toMatchObject({ isRunning: false })
  })

  it('is set aside by a new message, with its ask open, and never goes on', async () => {
    const { server, model } = await start(pending, asks, answerStep('Something else.'))
    const key = 'key-1'
    await askToEnd(server, chat, 'Post it.', { key })
    await askToEnd(server, chat, 'Something else?', { messageId: 'question-2' })
    const messages = await readMessages(server, chat)
    expect(messages.map(toText)).toEqual(['Post it.', 'I will post it.', 'Something else?', 'Something else.'])
    expect(messages[1]?.parts).toMatchObject([{}, {}, { state: 'approval-requested', approval: { id: 'approval-1' } }, {}])
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
    expect(replay.map(({ chunk }) => chunk)).toContainEqual({ type: 'tool-approval-request', toolCallId: 'c1', approvalId: 'approval-1' })
    expect(await dumpRows(servers.database)).toBe(before)
    expect(model.calls).toHaveLength(2)
  })

  it('is not set aside by a request that is refused or that came before', async () => {
    const { server } = await start(pending, answerStep('First.'), asks)
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

  it('ends at a stop, once', async () => {
    const { server, model } = await start(pending, asks)
    await askToEnd(server, chat, 'Post it.')
    expect(await stop(server, chat)).toEqual({ stopped: true })
    expect(await stop(server, chat)).toEqual({ stopped: false })
    const messages = await readMessages(server, chat)
    expect(messages).toHaveLength(2)
    expect([outcomeOf(await readAnswer(server, chat)), toText(await readAnswer(server, chat))]).toEqual(['stopped', 'I will post it.'])
    expect(await goOn(server)).toBeUndefined()
    expect([await loadTurn(), model.calls.length]).toMatchObject([{ state: 'stopped' }, 1])
    expect((await servers.database.prisma.turnEvent.findMany({ orderBy: { seq: 'asc' } })).at(-1)?.chunk).toMatchObject({ type: 'finish', messageMetadata: { northlight: { outcome: 'stopped' } } })
  })

  it('ends at a stop that comes while it is put to wait', async () => {
    const asked = Promise.withResolvers<GateAnswer>()
    const { server, model } = await start(asked.promise, asks)
    const response = await ask(server, chat, 'Post it.')
    const live = server.services.liveTurns.find(chat)
    const stopping = new Promise<boolean>((resolve) => live?.subscribe(() => {
      if (live.events.at(-1)?.chunk.type === 'tool-approval-request') resolve(stopTurn(server.services, chat))
    }))
    asked.resolve(pending)
    expect(await stopping).toBe(true)
    await response.body?.cancel()
    expect([await loadTurn(), model.calls.length]).toMatchObject([{ state: 'stopped' }, 1])
    expect((await readMessages(server, chat)).map(outcomeOf)).toEqual([undefined, 'stopped'])
  })

  it('D04 goes on with the same message, which is stored once, and the model reads the result', async () => {
    const { server, model, post } = await start(pending, asks, answerStep('Posted.'))
    const waited = await askToEnd(server, chat, 'Post it.')
    const live = await goOn(server)
    await live?.ended
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
      { role: 'tool', content: [{ toolCallId: 'c1', output: { type: 'json', value: { result: 'executed' } } }, { toolCallId: 'c2' }] },
    ])
    expect(post.runs).toEqual([])
  })

  it('goes on once, however many ask for it, and a reader sees the whole message', async () => {
    const { server, model } = await start(pending, asks)
    await askToEnd(server, chat, 'Post it.')
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
  })

  it('goes on on another server, and is not a turn that was left behind', async () => {
    const { server, overrides } = await start(pending, asks, answerStep('Posted.'))
    await askToEnd(server, chat, 'Post it.')
    await server.services.close()
    const other = await servers.start(overrides)
    await (await goOn(other))?.ended
    expect(toText(await readAnswer(other, chat))).toBe('I will post it.Posted.')
  })

  it('may wait again', async () => {
    const { server } = await start(pending, asks, callStep(callParts('c3', 'post', { word: 'again' })), answerStep('Both.'))
    await askToEnd(server, chat, 'Post it.')
    await (await goOn(server))?.ended
    expect(await loadTurn()).toMatchObject({ state: 'waiting', fence: 2 })
    await (await goOn(server, [{ type: 'tool-output-error', toolCallId: 'c3', errorText: 'A person said no.' }]))?.ended
    const answer = await readAnswer(server, chat)
    expect(partsOf(answer, 'tool-post')).toMatchObject([{ state: 'output-available' }, { state: 'output-error', errorText: 'A person said no.' }])
    expect([toText(answer), outcomeOf(answer), (await loadTurn())?.fence]).toEqual(['I will post it.Both.', 'done', 3])
  })

  it('stops while it goes on, with all that was said before', async () => {
    const { server, model } = await start(pending, asks)
    await askToEnd(server, chat, 'Post it.')
    await goOn(server)
    await model.call(2)
    expect(await stop(server, chat)).toEqual({ stopped: true })
    const answer = await readAnswer(server, chat)
    expect([toText(answer), outcomeOf(answer), partsOf(answer, 'tool-post')[0]?.state]).toEqual(['I will post it.', 'stopped', 'output-available'])
  })

  it.each([['blocked', 'The rule says never.'], ['handed_off', 'Ana does it.']] as const)('tells the model that an action was %s', async (word, note) => {
    const { server, model, post } = await start({ result: word, note }, asks, answerStep('I see.'))
    await askToEnd(server, chat, 'Post it.')
    expect(model.prompts[1]?.at(-1)).toMatchObject({ role: 'tool', content: [{ toolCallId: 'c1', output: { type: 'json', value: { result: word, note } } }, { toolCallId: 'c2' }] })
    const answer = await readAnswer(server, chat)
    expect(partsOf(answer, 'tool-post')).toMatchObject([{ state: 'output-available', output: { result: word, note } }])
    expect([outcomeOf(answer), post.runs.length]).toEqual(['done', 0])
  })
})
