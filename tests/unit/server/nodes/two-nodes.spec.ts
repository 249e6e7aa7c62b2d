import type { UIMessageChunk } from 'ai'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { silentLog } from '#layers/northlight/server/logs/log.ts'
import pg from 'pg'
import { recoverTurns } from '#layers/northlight/server/agent/recover-turns.ts'
import { foldChunks } from '#layers/northlight/server/stream/fold-chunks.ts'
import { ask, outcomeOf, readAnswer, readMessages, stop, toText } from '#layers/northlight/tests/support/chat-client.ts'
import { answerStep, callParts, callStep, finishPart, textParts } from '#layers/northlight/tests/support/model-parts.ts'
import { readEventStream } from '#layers/northlight/tests/support/read-event-stream.ts'
import { readEvents } from '#layers/northlight/tests/support/read-events.ts'
import { createScriptedModel } from '#layers/northlight/tests/support/scripted-model.ts'
import { redisMissing, startRedis } from '#layers/northlight/tests/support/start-redis.ts'
import { postgresDatabase, postgresMissing } from '#layers/northlight/tests/support/test-databases.ts'
import { createToolStub } from '#layers/northlight/tests/support/tool-stub.ts'
import { until } from '#layers/northlight/tests/support/until.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

/** `npm run soak -- writers` starts a thousand. */
const rounds = process.env.NORTHLIGHT_SOAK ? 1_000 : 20
const chat = 'chat-0123456789abcdef'
const path = (after = 0) => `/api/chat/${chat}/stream?after=${after}`
const isText = (text: string) => (chunk: UIMessageChunk) => chunk.type === 'text-delta' && chunk.delta.includes(text)

describe('two servers on one database', () => {
  if (!postgresDatabase) return void it('need PostgreSQL', ({ skip }) => skip(postgresMissing))
  const servers = useTestServers(postgresDatabase)
  afterEach(() => void vi.restoreAllMocks())

  /** Two servers, and a turn on the first that has said "Two ". */
  async function start(variables: Record<string, string> = {}) {
    const model = createScriptedModel()
    const look = createToolStub('look')
    const overrides = { model: { model }, tools: [look] }
    const [a, b] = [await servers.start(overrides, variables), await servers.start(overrides, variables)]
    const stream = readEventStream(await ask(a, chat, 'What failed?', { key: 'key-1' }))
    const call = await model.call(1)
    call.push({ type: 'text-start', id: 't' }, { type: 'text-delta', id: 't', delta: 'Two ' })
    await stream.until(isText('Two '))
    return { a, b, model, look, stream, call }
  }

  /** As if the first server had been silent for longer than its leases last. */
  const endLeases = () => servers.database.prisma.turn.updateMany({ data: { leaseExpiresAt: new Date(0) } })

  it('let a reader on either follow a turn from every point, to its end', async () => {
    const { a, b, stream, call } = await start()
    const seen = [...a.services.liveTurns.find(chat)?.events ?? []]
    const readers = await Promise.all([0, ...seen.map((event) => event.seq)].map(async (after) => ({ after, stream: readEventStream(await b.fetch(path(after))) })))
    expect(b.services.followers.count()).toBe(1)
    expect(await (await b.fetch(`/api/chats/${chat}`)).json()).toMatchObject({ isRunning: true })
    expect(await (await b.fetch('/api/chats')).json()).toMatchObject({ chats: [{ id: chat, isRunning: true }] })
    call.end({ type: 'text-delta', id: 't', delta: 'failed.' }, { type: 'text-end', id: 't' }, finishPart())
    await stream.toEnd()
    const answer = await readAnswer(b, chat)
    for (const reader of readers) {
      expect(await reader.stream.toEnd()).toBe(true)
      expect(await foldChunks(answer.id, [...seen.slice(0, reader.after), ...reader.stream.events])).toEqual(answer)
    }
    expect((await b.fetch(path())).status).toBe(204)
    await until(() => b.services.followers.count() === 0)
  })

  it('show on the second what the first has said, before it ends', async () => {
    const { b, call, stream } = await start()
    const reader = readEventStream(await b.fetch(path()))
    await reader.until(isText('Two '))
    call.push({ type: 'text-delta', id: 't', delta: 'tests ' })
    await reader.until(isText('tests '))
    expect(await stop(b, chat)).toEqual({ stopped: true })
    await stream.toEnd()
  })

  it('follow a turn no longer than somebody reads it', async () => {
    const { a, b } = await start()
    const reader = readEventStream(await b.fetch(path()))
    await reader.until(isText('Two '))
    await reader.close()
    await until(() => b.services.followers.count() === 0)
    expect(await stop(a, chat)).toEqual({ stopped: true })
  })

  it('answer the same key with the same turn, on either', async () => {
    const { b, call, model } = await start()
    const reader = readEventStream(await ask(b, chat, 'What failed?', { key: 'key-1' }))
    call.end({ type: 'text-end', id: 't' }, finishPart())
    expect(await reader.toEnd()).toBe(true)
    expect(await foldChunks((await readAnswer(b, chat)).id, reader.events)).toEqual(await readAnswer(b, chat))
    expect(model.calls).toHaveLength(1)
  })

  it('make one turn of many posts of one key on both at once, each time', async () => {
    const model = createScriptedModel(Array.from({ length: rounds }, () => answerStep('Two.')))
    const [a, b] = [await servers.start({ model: { model } }), await servers.start({ model: { model } })]
    for (let round = 1; round <= rounds; round++) {
      const [messageId, key] = [`question-${round}`, `key-${round}`]
      const responses = await Promise.all([a, b, a, b].map((server) => ask(server, chat, 'What failed?', { messageId, key })))
      expect(responses.map((response) => response.status)).toEqual([200, 200, 200, 200])
      await Promise.all(responses.map((response) => readEventStream(response).toEnd()))
      expect(model.calls).toHaveLength(round)
      expect(await servers.database.prisma.message.count({ where: { chatId: chat } })).toBe(2 * round)
    }
    console.info(`${rounds} starts of a turn on both servers at once: one writer each time.`)
  }, rounds * 5_000 + 30_000)

  it('stop a turn on the first from the second, and say so when it is stored', async () => {
    const { b, call, stream, a } = await start()
    const askedAt = performance.now()
    expect(await stop(b, chat)).toEqual({ stopped: true })
    console.info(`Stopping a turn of another server took ${Math.round(performance.now() - askedAt)} ms.`)
    await call.aborted
    expect(await stream.toEnd()).toBe(true)
    expect([outcomeOf(await readAnswer(b, chat)), toText(await readAnswer(a, chat))]).toEqual(['stopped', 'Two '])
    expect(await stop(b, chat)).toEqual({ stopped: false })
  })

  it('delete on the second a chat whose turn runs on the first', async () => {
    const { b, call, stream } = await start()
    expect((await b.fetch(`/api/chats/${chat}`, { method: 'DELETE' })).status).toBe(204)
    await call.aborted
    await stream.toEnd()
    expect(await servers.database.prisma.turn.findMany({ select: { state: true } })).toEqual([{ state: 'stopped' }])
  })

  it('tell each other\'s readers what happens', async () => {
    const model = createScriptedModel([answerStep('Two.')])
    const [a, b] = [await servers.start({ model: { model } }), await servers.start({ model: { model } })]
    const reader = await readEvents(b)
    await readEventStream(await ask(a, chat, 'What failed?')).toEnd()
    expect(await reader.until('turn-started')).toMatchObject({ chatId: chat })
    expect(await reader.until('turn-ended')).toMatchObject({ chatId: chat, outcome: 'done' })
    await a.send('PATCH', `/api/chats/${chat}`, { title: 'What failed' })
    expect(await reader.until('chat-changed')).toEqual({ type: 'chat-changed', chatId: chat })
    await reader.close()
  })

  it('send their readers back when they could not hear each other for a while', async () => {
    const b = await servers.start()
    const reader = await readEvents(b)
    const client = new pg.Client(servers.database.connection)
    await client.connect()
    await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`)
    await client.end()
    await reader.toEnd()
    await until(() => b.services.relay.isConnected())
  })

  it('have one take over what the other let run out: interrupted, told of, and its reader gets the end', async () => {
    const { a, b, stream, call } = await start()
    const [reader, events] = [readEventStream(await b.fetch(path())), await readEvents(b)]
    await reader.until(isText('Two '))
    await endLeases()
    expect(await recoverTurns(b.services)).toBe(1)
    expect(await events.until('turn-ended')).toMatchObject({ chatId: chat, outcome: 'interrupted' })
    expect(await reader.toEnd()).toBe(true)
    expect(reader.events.at(-1)?.chunk).toMatchObject({ type: 'finish', messageMetadata: { northlight: { outcome: 'interrupted' } } })
    const answer = await readAnswer(b, chat)
    expect([outcomeOf(answer), toText(answer)]).toEqual(['interrupted', 'Two '])
    // The first wakes, and goes on as if nothing had been: nobody sees it, and its reader is sent to what is stored.
    call.push({ type: 'text-delta', id: 't', delta: 'late' }, { type: 'text-end', id: 't' })
    expect(await stream.toEnd()).toBe(false)
    expect((await a.fetch(path(stream.events.at(-1)?.seq))).status).toBe(204)
    expect(await readAnswer(a, chat)).toEqual(answer)
    expect(JSON.stringify(await servers.database.prisma.turnEvent.findMany())).not.toContain('late')
    await events.close()
  })

  it('have one go on in a chat whose turn the other let run out', async () => {
    const { b, model, stream } = await start()
    expect((await ask(b, chat, 'And now?', { messageId: 'question-2' })).status).toBe(409)
    await endLeases()
    const next = readEventStream(await ask(b, chat, 'And now?', { messageId: 'question-2' }))
    ;(await model.call(2)).end(...answerStep('One.'))
    await next.toEnd()
    expect((await readMessages(b, chat)).map(outcomeOf)).toEqual([undefined, 'interrupted', undefined, 'done'])
    expect(await stream.toEnd()).toBe(false)
  })

  it('have a writer that lost its turn run no more tools', async () => {
    const { b, look, call, stream, model } = await start()
    await endLeases()
    await recoverTurns(b.services)
    call.end({ type: 'text-end', id: 't' }, ...callStep(callParts('c1', 'look', {})))
    expect(await stream.toEnd()).toBe(false)
    expect([look.runs.length, model.calls.length]).toEqual([0, 1])
  })

  it('send a reader back who saw more than was stored', async () => {
    const { b, call, stream } = await start()
    call.push(...Array.from({ length: 20 }, () => ({ type: 'text-delta' as const, id: 't', delta: 'x' })))
    const stored = await servers.database.prisma.turnEvent.count()
    const reader = readEventStream(await b.fetch(path(stored + 50)))
    await endLeases()
    await recoverTurns(b.services)
    expect(await reader.toEnd()).toBe(false)
    expect(reader.events).toEqual([])
    await stream.toEnd()
  })

  it('bring text to the other at once by Redis, and by the database when Redis is gone', async ({ skip }) => {
    if (redisMissing) return skip(redisMissing)
    const redis = await startRedis()
    const { b, call, stream } = await start({ REDIS_URL: redis.url })
    const reader = readEventStream(await b.fetch(path()))
    await reader.until(isText('Two '))
    const delays: number[] = []
    for (const word of ['a ', 'b ', 'c ']) {
      const saidAt = performance.now()
      call.push({ type: 'text-delta', id: 't', delta: word })
      await reader.until(isText(word))
      delays.push(Math.round(performance.now() - saidAt))
    }
    await redis.stop()
    const goneAt = performance.now()
    call.push({ type: 'text-delta', id: 't', delta: 'gone ' })
    await reader.until(isText('gone '))
    console.info(`To a reader on another server: ${delays.join(', ')} ms by Redis, ${Math.round(performance.now() - goneAt)} ms with Redis gone.`)
    call.end({ type: 'text-end', id: 't' }, ...textParts('u', 'End.'), finishPart())
    expect(await reader.toEnd()).toBe(true)
    await stream.toEnd()
    const answer = await readAnswer(b, chat)
    expect(await foldChunks(answer.id, reader.events)).toEqual(answer)
  })

  it('start and answer with a Redis that is not there', async () => {
    const told = vi.spyOn(silentLog, 'warn')
    const model = createScriptedModel([answerStep('Two.')])
    const server = await servers.start({ model: { model } }, { REDIS_URL: 'redis://:hidden-word@127.0.0.1:1' })
    expect(await readEventStream(await ask(server, chat, 'What failed?')).toEnd()).toBe(true)
    await until(() => told.mock.calls.length > 0)
    expect(told.mock.calls.filter(([line]) => String(line).includes('what a turn says'))).toHaveLength(1)
    expect(JSON.stringify(told.mock.calls.map((call) => call.map(String)))).not.toContain('hidden-word')
  })
})
