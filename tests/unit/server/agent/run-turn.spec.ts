import { describe, expect, it, vi } from 'vitest'
import type { Database } from '#layers/northlight/server/store/open-database.ts'
import { foldChunks } from '#layers/northlight/server/stream/fold-chunks.ts'
import type { TurnEvent } from '#layers/northlight/shared/messages/compact-chunks.ts'
import { ask, askToEnd, outcomeOf, partsOf, readAnswer, readMessages, toText } from '#layers/northlight/tests/support/chat-client.ts'
import { answerStep, callParts, callStep, finishPart, reasoningParts, textParts } from '#layers/northlight/tests/support/model-parts.ts'
import { isChunk, readEventStream } from '#layers/northlight/tests/support/read-event-stream.ts'
import { createScriptedModel } from '#layers/northlight/tests/support/scripted-model.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { createToolStub } from '#layers/northlight/tests/support/tool-stub.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const chat = 'chat-0123456789abcdef'

describe.each(testDatabases)('running a turn on the $name database', (kind) => {
  const servers = useTestServers(kind)
  const loadEvents = () => servers.database.prisma.turnEvent.findMany({ orderBy: { seq: 'asc' } })
  const loadTurns = () => servers.database.prisma.turn.findMany({ where: { chatId: chat } })

  it('D10 has the question and the turn in the database before the model is called', async () => {
    let seen: unknown
    const model = createScriptedModel([answerStep('Two.')], {
      onCall: async () => {
        const { prisma } = servers.database
        seen = {
          messages: await prisma.message.findMany({ where: { chatId: chat }, select: { id: true, seq: true } }),
          turns: await prisma.turn.findMany({ where: { chatId: chat }, select: { state: true, parentMessageId: true, idempotencyKey: true } }),
        }
      },
    })
    const server = await servers.start({ model: { model } })
    await askToEnd(server, chat, 'What failed?', { key: 'key-1' })
    expect(seen).toEqual({
      messages: [{ id: 'question-1', seq: 1 }],
      turns: [{ state: 'running', parentMessageId: 'question-1', idempotencyKey: 'key-1' }],
    })
  })

  it('has every finished part, call and result of a step in the database before the next step', async () => {
    const stored: TurnEvent['chunk'][][] = []
    const model = createScriptedModel([
      [...reasoningParts('r', 'Hm', '.'), ...textParts('t', 'Let me ', 'look.'), ...callStep(callParts('c1', 'look', { word: 'a' }), callParts('c2', 'break', {}))],
      answerStep('Two.'),
    ], {
      onCall: async () => void stored.push((await loadEvents()).map((row) => row.chunk as TurnEvent['chunk'])),
    })
    const breaks = createToolStub('break', () => Promise.reject(new Error('no')))
    const server = await servers.start({ model: { model }, tools: [createToolStub('look'), breaks] })
    const events = await askToEnd(server, chat, 'What failed?')
    const beforeSecondStep = events.slice(0, events.findLastIndex(({ chunk }) => chunk.type === 'start-step')).map(({ chunk }) => chunk)
    const toKinds = (chunks: TurnEvent['chunk'][] = []) => [...new Set(chunks.map((chunk) => chunk.type))]
    expect(toKinds(stored[1])).toEqual(toKinds(beforeSecondStep))
    expect(stored[1]?.filter((chunk) => chunk.type.startsWith('tool-output'))).toEqual([
      { type: 'tool-output-available', toolCallId: 'c1', output: { ok: true } },
      { type: 'tool-output-error', toolCallId: 'c2', errorText: expect.any(String) },
    ])
    expect(stored[1]?.filter((chunk) => chunk.type === 'text-delta').map((chunk) => chunk.delta).join('')).toBe('Let me look.')
  })

  it('D04 D10 stores the message once, as it was streamed, with all its events', async () => {
    const model = createScriptedModel([[...textParts('t', 'Let me look.'), ...callStep(callParts('c1', 'look', {}))], answerStep('Two.')])
    const server = await servers.start({ model: { model }, tools: [createToolStub('look')] })
    const [started] = await askToEnd(server, chat, 'What failed?')
    const answer = await readAnswer(server, chat)
    expect(started?.chunk).toMatchObject({ type: 'start', messageId: answer.id })
    expect(answer.parts.map((part) => [part.type, part.state])).toEqual([
      ['step-start', undefined], ['text', 'done'], ['tool-look', 'output-available'], ['step-start', undefined], ['text', 'done'],
    ])
    expect(answer.metadata).toEqual({ northlight: {
      startedAt: expect.any(Number), outcome: 'done', durationMs: expect.any(Number), stepDurationsMs: [expect.any(Number), expect.any(Number)], tokens: 30,
    } })
    expect(await loadTurns()).toMatchObject([{ state: 'done', messageId: answer.id, lease: null }])
    expect((await foldChunks(answer.id, (await loadEvents()).map(({ seq, chunk }) => ({ seq, chunk: chunk as TurnEvent['chunk'] }))))).toEqual(answer)
    expect(await servers.database.prisma.modelCall.count({ where: { turn: { chatId: chat } } })).toBe(2)
  })

  it('D10 keeps what was said when the model fails in the middle, and says what happened', async () => {
    const model = createScriptedModel()
    const server = await servers.start({ model: { model } })
    const stream = readEventStream(await ask(server, chat, 'What failed?'))
    const call = await model.call(1)
    call.push({ type: 'text-start', id: 't' }, { type: 'text-delta', id: 't', delta: 'Two tests ' })
    await stream.until(isChunk('text-delta'))
    call.fail(new Error('the connection broke'))
    expect(await stream.toEnd()).toBe(true)
    const answer = await readAnswer(server, chat)
    expect(answer.metadata).toMatchObject({ northlight: { outcome: 'failed', error: 'The model did not answer: the connection broke' } })
    expect(partsOf(answer, 'text')).toMatchObject([{ text: 'Two tests ', state: 'done' }])
    expect(partsOf(answer, 'data-error')).toMatchObject([{ data: { code: 'model-failed', message: 'The model did not answer: the connection broke' } }])
    expect(await loadTurns()).toMatchObject([{ state: 'failed' }])
  })

  it('fails a turn whose model tells of an error in its stream, and answers the next question', async () => {
    const model = createScriptedModel([[{ type: 'error', error: new Error('overloaded') }, finishPart()], answerStep('Now it works.')])
    const server = await servers.start({ model: { model } })
    await askToEnd(server, chat, 'What failed?')
    expect(outcomeOf(await readAnswer(server, chat))).toBe('failed')
    await askToEnd(server, chat, 'And now?', { messageId: 'question-2' })
    expect((await readMessages(server, chat)).map(toText)).toEqual(['What failed?', '', 'And now?', 'Now it works.'])
  })

  it.each([[2, 'done'], [3, 'running']])('tries to store the end again: after %i failures the turn is %s', async (failures, state) => {
    const model = createScriptedModel()
    const pauses: number[] = []
    const failing = failTransactions(servers.database)
    const server = await servers.start({ model: { model }, database: failing.database, wait: async (milliseconds) => pauses.push(milliseconds) })
    const stream = readEventStream(await ask(server, chat, 'What failed?'))
    const call = await model.call(1)
    failing.arm(failures)
    call.end(...answerStep('Two.'))
    await stream.toEnd()
    vi.restoreAllMocks()
    expect(pauses).toEqual([200, 800])
    expect(await loadTurns()).toMatchObject([{ state }])
    expect(server.services.liveTurns.all()).toEqual([])
    expect((await ask(server, chat, 'And now?', { messageId: 'question-2' })).status).toBe(200)
  })

  it('ends a turn that goes in circles', async () => {
    const model = createScriptedModel(Array.from({ length: 30 }, (_, index) => callStep(callParts(`c${index}`, 'look', {}))))
    const look = createToolStub('look')
    const server = await servers.start({ model: { model }, tools: [look] })
    await askToEnd(server, chat, 'What failed?')
    const answer = await readAnswer(server, chat)
    expect(outcomeOf(answer)).toBe('failed')
    expect(partsOf(answer, 'data-error')).toMatchObject([{ data: { code: 'turn-too-long' } }])
    expect(model.calls).toHaveLength(24)
    expect(look.runs).toHaveLength(24)
  })
})

/** A database whose next transactions fail, as many as it is armed with. */
function failTransactions(database: Database) {
  let failures = 0
  const prisma = new Proxy(database.prisma, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      if (name !== '$transaction' || failures === 0) return value.bind(target) as unknown
      failures -= 1
      return () => Promise.reject(new Error('the database is away'))
    },
  })
  return { database: { ...database, prisma, close: async () => {} }, arm: (count: number) => void (failures = count) }
}
