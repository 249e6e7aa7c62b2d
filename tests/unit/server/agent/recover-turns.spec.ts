import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { UIMessageChunk } from 'ai'
import { describe, expect, it } from 'vitest'
import { recoverTurns, toLostRule } from '#layers/northlight/server/agent/recover-turns.ts'
import { deleteEndedEvents } from '#layers/northlight/server/store/turn-event-store.ts'
import { loadThread } from '#layers/northlight/server/store/message-store.ts'
import { readMigrationFiles } from '#layers/northlight/server/store/migrations/migration-file.ts'
import { readEnvironment } from '#layers/northlight/server/utils/env.ts'
import { createServices } from '#layers/northlight/server/utils/create-services.ts'
import { createLiveTurn } from '#layers/northlight/server/stream/live-turn.ts'
import { requireFirstDot } from '#layers/northlight/server/store/first-dot.ts'
import { isChunk, readEventStream } from '#layers/northlight/tests/support/read-event-stream.ts'
import { createScriptedModel } from '#layers/northlight/tests/support/scripted-model.ts'
import type { TestServer } from '#layers/northlight/tests/support/start-test-server.ts'
import { ask, outcomeOf, readAnswer, readMessages, stop, toText } from '#layers/northlight/tests/support/chat-client.ts'
import { dumpRows } from '#layers/northlight/tests/support/dump-rows.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { until } from '#layers/northlight/tests/support/until.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const chat = 'chat-0123456789abcdef'
const clock = { now: () => 9_000 }

const events: UIMessageChunk[] = [
  { type: 'start', messageId: 'answer-1', messageMetadata: { northlight: { startedAt: 5_000 } } },
  { type: 'start-step' },
  { type: 'text-start', id: 't' }, { type: 'text-delta', id: 't', delta: 'Let me ' }, { type: 'text-delta', id: 't', delta: 'look.' }, { type: 'text-end', id: 't' },
  { type: 'tool-input-start', toolCallId: 'c1', toolName: 'look' }, { type: 'tool-input-available', toolCallId: 'c1', toolName: 'look', input: { a: 1 } },
  { type: 'tool-input-start', toolCallId: 'c2', toolName: 'look' }, { type: 'tool-input-delta', toolCallId: 'c2', inputTextDelta: '{"a' },
  { type: 'text-start', id: 'u' }, { type: 'text-delta', id: 'u', delta: 'Half a ' },
]

describe.each(testDatabases)('turns that a server left behind, on the $name database', (kind) => {
  const servers = useTestServers(kind)

  /** A lease that a server which is not alone respects: its own look each few seconds settles nothing before the test does. */
  const leased = () => ({ leaseExpiresAt: new Date(Date.now() + 3_600_000) })
  /** As a server sees it that has the database to itself. */
  const alone = (server: TestServer) => ({ ...toLostRule(server.services), isAlone: true })

  async function insertTurn(server: TestServer, fields: { id: string, chatId: string, state: 'running' | 'queued' | 'waiting', detached?: boolean, leaseExpiresAt?: Date }, chunks: UIMessageChunk[]) {
    const { prisma } = servers.database
    const { organizationId, userId } = server.services.localPrincipal
    const owner = { organizationId, createdBy: userId }
    await prisma.chat.create({ data: { id: fields.chatId, ...owner, ownerId: userId, dotId: await requireFirstDot(server.services.database, server.services.localPrincipal), activeLeafId: 'question-1' } })
    await prisma.message.create({ data: { chatId: fields.chatId, id: 'question-1', ...owner, seq: 1, content: { id: 'question-1', role: 'user', parts: [{ type: 'text', text: 'What failed?' }] }, searchText: '' } })
    await prisma.turn.create({ data: { ...fields, ...owner, parentMessageId: 'question-1', messageId: 'answer-1', fence: 1, lease: 'gone', requestDigest: '', startedAt: new Date(5_000) } })
    await prisma.turnEvent.createMany({ data: chunks.map((chunk, index) => ({ turnId: fields.id, seq: index + 1, chunk: JSON.parse(JSON.stringify(chunk)) as object })) })
  }

  it('are stored as interrupted, with all that they had said, once', async () => {
    const server = await servers.start({ clock })
    await insertTurn(server, { id: 'turn-1', chatId: chat, state: 'running', ...leased() }, events)
    await insertTurn(server, { id: 'turn-2', chatId: `${chat}-2`, state: 'running', ...leased() }, [])
    await insertTurn(server, { id: 'turn-3', chatId: `${chat}-3`, state: 'waiting' }, events)
    // Released: it goes on, on whatever server.
    await insertTurn(server, { id: 'turn-4', chatId: `${chat}-4`, state: 'queued' }, events)
    expect(await recoverTurns(server.services, alone(server))).toBe(2)
    const answer = await readAnswer(server, chat)
    expect(answer).toMatchObject({ id: 'answer-1', metadata: { northlight: { outcome: 'interrupted', startedAt: 5_000, durationMs: 4_000 } } })
    expect(answer.parts).toMatchObject([
      { type: 'step-start' },
      { type: 'text', text: 'Let me look.', state: 'done' },
      { type: 'tool-look', state: 'output-error', input: { a: 1 }, errorText: 'Stopped before it finished' },
      { type: 'tool-look', state: 'output-error', errorText: 'Stopped before it finished' },
      { type: 'text', text: 'Half a ', state: 'done' },
    ])
    expect(outcomeOf(await readAnswer(server, `${chat}-2`))).toBe('interrupted')
    expect((await servers.database.prisma.turn.findMany({ orderBy: { id: 'asc' } })).map((turn) => turn.state)).toEqual(['interrupted', 'interrupted', 'waiting', 'queued'])
    const before = await dumpRows(servers.database)
    expect(await recoverTurns(server.services, alone(server))).toBe(0)
    expect(await dumpRows(servers.database)).toBe(before)
  })

  it('keep their events for readers who are behind, and lose them five minutes after their end, or once they are set aside', async () => {
    const server = await servers.start({ clock })
    const { prisma } = servers.database
    await insertTurn(server, { id: 'turn-1', chatId: chat, state: 'running', ...leased() }, events)
    await insertTurn(server, { id: 'turn-2', chatId: `${chat}-2`, state: 'waiting' }, events)
    await recoverTurns(server.services, alone(server))
    expect((await prisma.turnEvent.findMany({ where: { turnId: 'turn-1' }, orderBy: { seq: 'asc' } })).at(-1)).toMatchObject({
      seq: events.length + 1, chunk: { type: 'finish', messageMetadata: { northlight: { outcome: 'interrupted' } } },
    })
    expect(await deleteEndedEvents(servers.database, new Date(clock.now()))).toBe(0)
    expect(await deleteEndedEvents(servers.database, new Date(clock.now() + 1))).toBe(events.length + 1)
    expect(await prisma.turnEvent.count()).toBe(events.length)
    await insertTurn(server, { id: 'turn-3', chatId: `${chat}-3`, state: 'waiting', detached: true }, events)
    expect(await deleteEndedEvents(servers.database, new Date(0))).toBe(events.length)
    expect(await prisma.turnEvent.count({ where: { turnId: 'turn-2' } })).toBe(events.length)
  })

  it('are settled though one of them can\'t be, which keeps no server from starting', async () => {
    const server = await servers.start()
    await insertTurn(server, { id: 'turn-1', chatId: chat, state: 'running' }, [{ type: 'start', messageId: 'question-1' }])
    await insertTurn(server, { id: 'turn-2', chatId: `${chat}-2`, state: 'running' }, events)
    await expect(recoverTurns({ ...server.services, clock })).rejects.toThrow('Unique constraint')
    expect(outcomeOf(await readAnswer(server, `${chat}-2`))).toBe('interrupted')
    const next = await servers.start()
    expect((await next.fetch('/readyz')).status).toBe(200)
  })

  it('are no turns that began while it was looked for them', async () => {
    const server = await servers.start()
    const rule = alone(server)
    await insertTurn(server, { id: 'turn-1', chatId: chat, state: 'running', ...leased() }, events)
    const live = createLiveTurn({ turnId: 'turn-1', chatId: chat, messageId: 'answer-1' })
    server.services.liveTurns.announce(live)
    expect(await recoverTurns({ ...server.services, clock }, rule)).toBe(0)
    server.services.liveTurns.remove(live)
    expect(await recoverTurns({ ...server.services, clock }, rule)).toBe(1)
  })

  it('are found without being asked for, once their leases are over', async () => {
    const server = await servers.start()
    await insertTurn(server, { id: 'turn-1', chatId: chat, state: 'running' }, events)
    await until(async () => outcomeOf(await readAnswer(server, chat)) === 'interrupted')
  })

  it('end as stopped where a person asks for that', async () => {
    const server = await servers.start()
    await insertTurn(server, { id: 'turn-1', chatId: chat, state: 'running' }, events)
    expect(await stop(server, chat)).toEqual({ stopped: true })
    expect([outcomeOf(await readAnswer(server, chat)), toText(await readAnswer(server, chat))]).toEqual(['stopped', 'Let me look.Half a '])
  })

  it('are settled once by two servers that start at once, and the chat goes on', async () => {
    const server = await servers.start()
    await insertTurn(server, { id: 'turn-1', chatId: chat, state: 'running' }, events)
    await Promise.all([recoverTurns({ ...server.services, clock }), recoverTurns({ ...server.services, clock })])
    expect(await servers.database.prisma.message.count({ where: { chatId: chat } })).toBe(2)
    expect((await ask(server, chat, 'What failed?', { messageId: 'question-2' })).status).toBe(200)
  })

  it('are stored as interrupted by a server that ends in good order, and shown by the next', async () => {
    const model = createScriptedModel()
    const server = await servers.start({ model: { model } })
    const stream = readEventStream(await ask(server, chat, 'What failed?'))
    ;(await model.call(1)).push({ type: 'text-start', id: 't' }, { type: 'text-delta', id: 't', delta: 'Two ' })
    await stream.until(isChunk('text-delta'))
    await server.services.close()
    expect(await stream.toEnd()).toBe(true)
    expect((await ask(server, chat, 'More?', { messageId: 'question-2' })).status).toBe(503)
    const next = await servers.start()
    expect((await readMessages(next, chat)).map(toText)).toEqual(['What failed?', 'Two '])
    expect(outcomeOf(await readAnswer(next, chat))).toBe('interrupted')
  })
})

describe('a server that is killed', () => {
  it('has the next one on its folder tell what it had said', async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'northlight-crash-'))
    const template = process.env.NORTHLIGHT_TEST_TEMPLATE ?? ''
    const child = spawn(process.execPath, [join(import.meta.dirname, '../../../support/run-doomed-server.ts'), dataFolder, template], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [said] = await once(child.stdout, 'data') as [Buffer]
    expect(said.toString()).toContain('stored')
    child.kill('SIGKILL')
    await once(child, 'exit')
    const environment = readEnvironment({ NORTHLIGHT_MODEL: 'demo:instant', NORTHLIGHT_DATA_DIR: dataFolder })
    const services = await createServices({ environment, migrations: await readMigrationFiles('prisma/migrations') })
    try {
      const { prisma } = services.database
      const [row] = await prisma.chat.findMany()
      const { messages } = await loadThread(prisma, row?.id ?? '', row?.activeLeafId ?? '')
      expect(messages.map(toText)).toEqual(['What failed?', 'Two tests failed.'])
      expect(outcomeOf(messages[1] ?? { id: '', role: 'assistant', parts: [] })).toBe('interrupted')
      expect(await prisma.turn.findMany({ select: { state: true } })).toEqual([{ state: 'interrupted' }])
    }
    finally {
      await services.close()
      await rm(dataFolder, { recursive: true })
    }
  }, 90_000)
})
