import { beforeEach, describe, expect, it } from 'vitest'
import { requireFirstDot } from '#layers/northlight/server/store/first-dot.ts'
import { askToEnd, toQuestion } from '#layers/northlight/tests/support/chat-client.ts'
import { dumpRows } from '#layers/northlight/tests/support/dump-rows.ts'
import { answerStep } from '#layers/northlight/tests/support/model-parts.ts'
import { sendRaw } from '#layers/northlight/tests/support/raw-request.ts'
import { listRouteFiles } from '#layers/northlight/tests/support/route-files.ts'
import { createScriptedModel } from '#layers/northlight/tests/support/scripted-model.ts'
import type { TestServer } from '#layers/northlight/tests/support/start-test-server.ts'
import { embeddedDatabase } from '#layers/northlight/tests/support/test-databases.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const chat = 'chat-0123456789abcdef'
const json = 'application/json'

const shown = { version: 1, digest: '0'.repeat(64) }

/** A request to each route that changes something. */
const changes: [string, string, unknown][] = [
  ['POST', '/api/chat', toQuestion(chat, 'What failed?')],
  ['POST', `/api/chat/${chat}/stop`, {}],
  ['POST', '/api/chats/import', { messages: [{ role: 'user', parts: [] }] }],
  ['PATCH', '/api/settings/chat', { detailLevel: 2 }],
  ['POST', '/api/chats', { title: 'Checkout' }],
  ['PATCH', `/api/chats/${chat}`, { activeMessageId: 'question-1' }],
  ['DELETE', `/api/chats/${chat}`, {}],
  ['POST', '/api/runs', '<testsuites/>'],
  ['POST', '/api/files?name=notes.txt', 'Some notes.'],
  ['POST', '/api/api-keys', { name: 'CI', scopes: ['chats:read'] }],
  ['DELETE', '/api/api-keys/none', {}],
  ['POST', '/api/session', { email: 'ada@example.com', password: 'x' }],
  ['PATCH', '/api/session', { organizationId: 'none' }],
  ['DELETE', '/api/session', {}],
  ['POST', '/api/people', { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' }],
  ['PATCH', '/api/members/none', { role: 'admin' }],
  ['DELETE', '/api/members/none', {}],
  ['POST', '/api/invitations', { email: 'ada@example.com', role: 'member' }],
  ['DELETE', '/api/invitations/none', {}],
  ['POST', '/api/invitations/none/accept', {}],
  ['POST', '/api/organizations', { name: 'Second' }],
  ['POST', '/api/approvals/none', { decision: 'approve', ...shown }],
  ['POST', '/api/approvals/none/settlement', { happened: true, ...shown }],
  ['POST', '/api/dots', { name: 'Another', job: 'Does another thing.' }],
  ['PATCH', '/api/dots/none', { rules: { issue_comment: 'act' } }],
  ['PATCH', '/api/gate', { sandbox: true }],
  ['POST', '/api/connections', { kind: 'webhook', name: 'Ours', url: 'https://hooks.example.com/' }],
  ['DELETE', '/api/connections/none', {}],
]

/** In local mode these say so before they read what is sent; tests/unit/server/people has them where people sign in. */
const needsPeople = (path: string) => /^\/api\/(?:session|people|members|invitations|organizations)/.test(path)

/** Routes whose bodies are files, of types of their own. */
const takesFiles = (path: string) => path === '/api/runs' || path.startsWith('/api/files')

/** A request to each route that reads or writes one chat. */
const chatRequests: [string, string, unknown?][] = [
  ['GET', `/api/messages?chat=${chat}`],
  ['GET', `/api/chats/${chat}`],
  ['GET', `/api/chat/${chat}/stream`],
  ['POST', `/api/chat/${chat}/stop`, {}],
  ['POST', '/api/chat', { id: chat, trigger: 'regenerate-message', messageId: 'answer-1' }],
  ['PATCH', `/api/chats/${chat}`, { activeMessageId: 'question-0' }],
  ['PATCH', `/api/chats/${chat}`, { title: 'Mine' }],
  ['PATCH', `/api/chats/${chat}`, { isDeleted: false }],
  ['DELETE', `/api/chats/${chat}`],
]

const reads = [
  `/api/messages?chat=${chat}`, `/api/chats/${chat}`, `/api/chats/${chat}/export?format=json`, `/api/chat/${chat}/stream`, '/api/chats', '/api/settings/chat', '/api/files/none', '/api/session', '/api/members', '/api/invitations', '/api/invitations/none', '/api/api-keys',
  '/api/approvals', '/api/approvals/none', '/api/dots', '/api/connections', '/api/review-log', '/api/review-log/export?format=json', '/api/time-entries', '/api/time-entries/export?format=csv', '/healthz', '/readyz', '/api/nothing',
]

describe('the walls before the routes', () => {
  const servers = useTestServers(embeddedDatabase)
  let server: TestServer
  const start = async () => server = await servers.start({ model: { model: createScriptedModel([answerStep('Two.'), answerStep('Three.')]) } })
  const send = (method: string, path: string, body: unknown, headers: Record<string, string> = {}) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return sendRaw(`${server.url}${path}`, { method, headers: { 'content-type': json, 'content-length': String(Buffer.byteLength(text)), ...headers }, body: [text] })
  }
  const toCode = ({ status, text }: { status: number, text: string }) => [status, (JSON.parse(text) as { code: string }).code]

  beforeEach(start)

  it('has a request here for every route that changes something', () => {
    const routes = listRouteFiles().filter(({ method }) => method !== 'GET' && method !== '')
    expect(routes.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(changes.map(([method, path]) => `${method} ${path.replace(/none|chat-\w{16}/, ':id').split('?')[0]}`).toSorted())
  })

  it.each([
    ['another site', { origin: 'http://evil.test' }],
    ['another port', { origin: 'http://127.0.0.1:1' }],
    ['no page', { origin: 'null' }],
    ['a page that a browser calls cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['a page that a browser calls same-site', { 'sec-fetch-site': 'same-site' }],
  ] satisfies [string, Record<string, string>][])('refuses what comes from %s, and changes nothing', async (_name, headers) => {
    const before = await dumpRows(servers.database)
    for (const [method, path, body] of changes) expect([path, ...toCode(await send(method, path, body, headers))]).toEqual([path, 403, 'origin-refused'])
    expect(await dumpRows(servers.database)).toBe(before)
  })

  it('takes what comes from its own page, and from no browser', async () => {
    const own = { 'origin': server.url, 'sec-fetch-site': 'same-origin' }
    expect((await send('PATCH', '/api/settings/chat', { detailLevel: 2 }, own)).status).toBe(200)
    expect((await send('PATCH', '/api/settings/chat', { detailLevel: 3 }, { 'sec-fetch-site': 'none' })).status).toBe(200)
    expect((await send('PATCH', '/api/settings/chat', { detailLevel: 4 })).status).toBe(200)
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/jsonp', ''])('refuses the content type "%s" with 415', async (type) => {
    for (const [method, path, body] of changes.filter(([, path]) => !takesFiles(path))) {
      expect([path, ...toCode(await send(method, path, body, { 'content-type': type }))]).toEqual([path, 415, 'content-type-refused'])
    }
  })

  it('refuses text as a report', async () => {
    expect(toCode(await send('POST', '/api/runs', '<testsuites/>', { 'content-type': 'text/plain' }))).toEqual([415, 'content-type-refused'])
  })

  it.each(['evil.test', 'evil.test:3000', '127.0.0.1.evil.test', 'localhost.evil.test', '0.0.0.0', '192.168.0.1', '127.0.0.2', 'localhost@evil.test'])('refuses the host "%s"', async (host) => {
    for (const path of ['/api/settings/chat', '/api/files/none', '/healthz', '/', '/api/chats']) {
      const { status } = await sendRaw(`${server.url}${path}`, { headers: { host } })
      expect([path, status]).toEqual([path, 403])
    }
    expect((await send('PATCH', '/api/settings/chat', { detailLevel: 2 }, { host })).status).toBe(403)
  })

  it.each(['localhost', 'LOCALHOST:3000', '127.0.0.1:80', '[::1]:3000'])('answers to the host "%s"', async (host) => {
    expect((await sendRaw(`${server.url}/api/settings/chat`, { headers: { host } })).status).toBe(200)
  })

  it.each([['whole', false], ['in pieces of unknown length', true]])('refuses a body over the cap, sent %s, with an answer that can be read', async (_name, isChunked) => {
    const body = JSON.stringify(toQuestion(chat, 'x'.repeat(5_000_000)))
    const headers: Record<string, string> = { 'content-type': json, ...(isChunked ? {} : { 'content-length': String(body.length) }) }
    const pieces = body.match(/.{1,65536}/gs) ?? []
    expect(toCode(await sendRaw(`${server.url}/api/chat`, { method: 'POST', headers, body: pieces }))).toEqual([413, 'body-too-large'])
    const fetched = await server.send('POST', '/api/chat', body)
    expect([fetched.status, await fetched.json()]).toMatchObject([413, { code: 'body-too-large' }])
  })

  it.each(['', '{', '{"id":', '\u0000', '{"a":1}x', 'undefined'])('refuses %j, which is no JSON', async (body) => {
    for (const [method, path] of changes.filter(([method, path]) => !takesFiles(path) && !needsPeople(path) && !path.endsWith('/stop') && method !== 'DELETE')) {
      expect([path, ...toCode(await send(method, path, body))]).toEqual([path, 400, 'request-invalid'])
    }
  })

  it.each([['GET', '/api/nothing'], ['POST', '/api/nothing'], ['GET', '/api/chats/x/y']])('answers %s %s, which is no route, as routes answer', async (method, path) => {
    const { status, text } = await send(method, path, method === 'POST' ? {} : '')
    expect([status, JSON.parse(text)]).toEqual([404, { code: 'not-found', message: expect.stringContaining(path) }])
  })

  it.each(chatRequests)('knows no such chat: %s %s', async (method, path, body) => {
    const before = await dumpRows(servers.database)
    expect(toCode(await sendRaw(`${server.url}${path}`, body ? { method, headers: { 'content-type': json }, body: [JSON.stringify(body)] } : { method }))).toEqual([404, 'chat-not-found'])
    expect(await dumpRows(servers.database)).toBe(before)
  })

  it.each(['person', 'organisation'])('answers for a chat of another %s as for none, and changes nothing in it', async (whose) => {
    await insertForeignChat(whose === 'organisation')
    const before = await dumpRows(servers.database)
    for (const [method, path, body] of [...chatRequests, ['POST', '/api/chat', toQuestion(chat, 'Hello?')] as const]) {
      const response = await sendRaw(`${server.url}${path}`, body ? { method, headers: { 'content-type': json }, body: [JSON.stringify(body)] } : { method })
      expect([path, ...toCode(response)]).toEqual([path, 404, 'chat-not-found'])
    }
    expect(await (await server.fetch('/api/chats')).json()).toEqual({ chats: [] })
    expect(await dumpRows(servers.database)).toBe(before)
  })

  it('changes nothing when something is read', async () => {
    await askToEnd(server, chat, 'What failed?')
    const before = await dumpRows(servers.database)
    for (const path of reads) await (await server.fetch(path)).text()
    expect(await dumpRows(servers.database)).toBe(before)
    expect(listRouteFiles().filter(({ method, path }) => method === 'GET' && path !== '/api/events').length).toBe(reads.length - 1)
  })

  it.each(['?chat=short', '?chat=a&chat=b', `?chat=${chat}&limit=0`, `?chat=${chat}&limit=501`, `?chat=${chat}&limit=1.5`, `?chat=${chat}&unknown=1`, '', `?chat[not]=${chat}`])('refuses GET /api/messages%s', async (query) => {
    expect(toCode(await sendRaw(`${server.url}/api/messages${query}`, {}))).toEqual([400, 'request-invalid'])
  })

  it('refuses an Idempotency-Key that is none', async () => {
    for (const key of ['', ' ', 'x'.repeat(201), 'a b', 'é']) {
      expect(toCode(await send('POST', '/api/chat', toQuestion(chat, 'Hello?'), { 'idempotency-key': key }))).toEqual([400, 'request-invalid'])
    }
  })

  async function insertForeignChat(isOtherOrganization: boolean) {
    const { prisma } = servers.database
    const own = server.services.localPrincipal.organizationId
    const organizationId = isOtherOrganization ? 'other-organization' : own
    const owner = { organizationId, createdBy: 'somebody' }
    const ownerId = isOtherOrganization ? server.services.localPrincipal.userId : 'somebody'
    if (isOtherOrganization) await prisma.organization.upsert({ where: { id: organizationId }, create: { id: organizationId, name: 'Other', slug: 'other' }, update: {} })
    await prisma.chat.create({ data: { id: chat, ...owner, ownerId, dotId: await requireFirstDot(server.services.database, server.services.localPrincipal), title: 'Theirs', activeLeafId: 'question-0' } })
    const message = (id: string, seq: number, role: string) => ({ chatId: chat, id, ...owner, seq, turnId: role === 'user' ? null : 'turn-0', parentId: role === 'user' ? null : 'question-0', content: { id, role, parts: [{ type: 'text', text: 'secret' }] }, searchText: 'secret' })
    await prisma.message.createMany({ data: [message('question-0', 1, 'user'), message('answer-1', 2, 'assistant')] })
    await prisma.turn.create({ data: { id: 'turn-1', chatId: chat, ...owner, state: 'waiting', parentMessageId: 'question-0', messageId: 'answer-2', fence: 1, requestDigest: '', startedAt: new Date(1) } })
    await prisma.turnEvent.create({ data: { turnId: 'turn-1', seq: 1, chunk: { type: 'start', messageId: 'answer-2' } } })
  }
})
