import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDatabase } from '#layers/northlight/server/store/open-database.ts'
import type { Database } from '#layers/northlight/server/store/open-database.ts'
import { ask, askToEnd, outcomeOf, readMessages, toText } from '#layers/northlight/tests/support/chat-client.ts'
import { openBrowser, signIn, signUpFirst } from '#layers/northlight/tests/support/browser-session.ts'
import { startFaultProxy } from '#layers/northlight/tests/support/fault-proxy.ts'
import type { FaultProxy } from '#layers/northlight/tests/support/fault-proxy.ts'
import { answerStep, textParts } from '#layers/northlight/tests/support/model-parts.ts'
import { isChunk, readEventStream } from '#layers/northlight/tests/support/read-event-stream.ts'
import { createScriptedModel } from '#layers/northlight/tests/support/scripted-model.ts'
import { startTestServer } from '#layers/northlight/tests/support/start-test-server.ts'
import type { TestServer } from '#layers/northlight/tests/support/start-test-server.ts'
import { createTestPostgres, migrations, postgresMissing, postgresUrl } from '#layers/northlight/tests/unit/store-ops/test-postgres.ts'
import type { TestPostgres } from '#layers/northlight/tests/unit/store-ops/test-postgres.ts'

const chat = 'chat-0123456789abcdef'
/** What a request is promised, whatever the link does, and how soon all is well again. In milliseconds. */
const answerMayTakeMs = 10_000
const recoveryMayTakeMs = 5_000

describe('PostgreSQL behind a link that fails', () => {
  let postgres: TestPostgres
  let proxy: FaultProxy
  let database: Database
  let server: TestServer
  const model = createScriptedModel()

  beforeAll(async () => {
    if (!postgresUrl) return
    postgres = await createTestPostgres(postgresUrl)
    const url = new URL(postgres.ownerUrl)
    proxy = await startFaultProxy({ host: url.hostname, port: Number(url.port || 5432) })
    url.host = `127.0.0.1:${proxy.port}`
    database = await openDatabase({ databaseUrl: url.href, migrations })
    server = await startTestServer(database, { model: { model } })
  })
  beforeEach(({ skip }) => {
    if (!postgresUrl) skip(postgresMissing)
  })
  afterEach(() => proxy?.restore())
  afterAll(async () => {
    if (!postgresUrl) return
    await server.close()
    await proxy.close()
    await postgres.drop()
    vi.restoreAllMocks()
  })

  const importing = (title: string) => server.send('POST', '/api/chats/import', { title, messages: Array.from({ length: 300 }, (_, index) => ({ id: `m${index}`, role: 'user', parts: [{ type: 'text', text: 'x' }] })) })
  const requests: [name: string, send: () => Promise<Response>][] = [
    ['a read', () => server.fetch('/api/chats')],
    ['a new chat', () => server.send('POST', '/api/chats', { title: 'Lost' })],
    ['a message', () => ask(server, `chat-${randomUUID()}`, 'Lost?')],
    ['a file', () => server.fetch('/api/files?name=lost.txt', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'lost' })],
    ['a setting', () => server.send('PATCH', '/api/settings/chat', { detailLevel: 3 })],
    ['an import', () => importing('Lost')],
    ['readiness', () => server.fetch('/readyz')],
  ]
  const countRows = async () => (await postgres.query('SELECT (SELECT count(*) FROM chat)::int + (SELECT count(*) FROM message)::int + (SELECT count(*) FROM stored_file)::int + (SELECT count(*) FROM turn)::int AS rows'))[0]?.rows
  const untilReady = () => vi.waitFor(async () => expect((await server.fetch('/readyz')).status).toBe(200), { timeout: recoveryMayTakeMs, interval: 50 })

  it.each([['cut', () => proxy.cut()], ['silent', () => proxy.swallow()]] as const)('that is %s: each request has its error soon, nothing is half done, and all is well again after', async (_name, fault) => {
    const before = await countRows()
    await untilReady()
    fault()
    await Promise.all(requests.map(async ([name, send]) => {
      const sentAt = performance.now()
      const response = await send()
      expect([name, response.status, response.headers.get('retry-after'), (await response.json() as { code: string }).code]).toEqual([name, 503, '2', 'database-unavailable'])
      expect(performance.now() - sentAt, name).toBeLessThan(answerMayTakeMs)
    }))
    expect((await server.fetch('/healthz')).status).toBe(200)
    expect(await countRows()).toBe(before)
    proxy.restore()
    await untilReady()
    const after = await server.send('POST', '/api/chats', { title: 'Found' })
    expect([after.status, await countRows()]).toEqual([201, Number(before) + 1])
  })

  it('that breaks in the middle of an import: none of it is stored', async () => {
    await untilReady()
    const before = await countRows()
    proxy.delay(20)
    const imported = importing('Torn')
    await vi.waitFor(async () => expect((await postgres.query('SELECT count(*)::int AS open FROM pg_stat_activity WHERE datname = current_database() AND xact_start IS NOT NULL AND state = \'idle in transaction\''))[0]?.open).toBeGreaterThan(0), { interval: 5, timeout: answerMayTakeMs })
    proxy.cut()
    expect((await imported).status).toBe(503)
    expect(await countRows()).toBe(before)
  })

  it('that is slow: all is stored, once', async () => {
    await untilReady()
    const before = Number(await countRows())
    proxy.delay(100)
    expect((await server.send('POST', '/api/chats', { title: 'Slow' })).status).toBe(201)
    expect(await countRows()).toBe(before + 1)
  })

  it('while an answer is being written: its reader is told, and the chat goes on when the link is back', async () => {
    await untilReady()
    const stream = readEventStream(await ask(server, chat, 'What failed?'))
    const call = await model.call(model.calls.length || 1)
    call.push(...textParts('t', 'Two tests ', 'failed.'), { type: 'text-start', id: 'u' }, { type: 'text-delta', id: 'u', delta: 'They are' })
    await stream.until(isChunk('text-delta'))
    await vi.waitFor(async () => expect((await postgres.query('SELECT count(*)::int AS stored FROM turn_event'))[0]?.stored).toBeGreaterThan(2), { timeout: answerMayTakeMs })
    proxy.cut()
    call.end({ type: 'text-end', id: 'u' }, ...answerStep('').slice(-1))
    await stream.toEnd()
    expect(stream.events.some(({ chunk }) => chunk.type === 'data-error')).toBe(true)
    proxy.restore()
    await untilReady()
    const asking = askToEnd(server, chat, 'And now?', { messageId: 'question-2' })
    await Promise.race([model.call(2).then((next) => next.end(...answerStep('Now.'))), asking])
    await asking
    const messages = await readMessages(server, chat)
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
    expect(['failed', 'interrupted']).toContain(outcomeOf(messages[1]!))
    expect(toText(messages[1]!)).toContain('Two tests failed.')
  })

  it('signs nobody out: who is signed in is told that the database is away, and so is who signs in', async () => {
    await untilReady()
    const people = await startTestServer({ ...database, close: async () => {} }, {}, { NORTHLIGHT_AUTH: 'password' })
    const owner = await signUpFirst(people)
    proxy.cut()
    const toCode = async (response: Response) => [response.status, (await response.json() as { code: string }).code]
    const away = [503, 'database-unavailable']
    expect(await toCode(await owner.fetch('/api/chats'))).toEqual(away)
    expect(await toCode(await signIn(openBrowser(people), 'owner@example.com'))).toEqual(away)
    proxy.restore()
    await untilReady()
    expect((await owner.fetch('/api/chats')).status).toBe(200)
    await people.close()
  })
})
