import { describe, expect, it } from 'vitest'
import type { ApiKey, NewApiKey } from '#layers/northlight/shared/people/people-answers.ts'
import { expectStatus, signUpFirst, signUpInvited } from '#layers/northlight/tests/support/browser-session.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import type { TestServer } from '#layers/northlight/tests/support/start-test-server.ts'
import { usePeopleServers } from '#layers/northlight/tests/support/use-people-servers.ts'

async function makeKey(browser: TestServer, scopes: string[], more: object = {}): Promise<NewApiKey> {
  return await (await expectStatus(await browser.send('POST', '/api/api-keys', { name: 'CI', scopes, ...more }), 201)).json() as NewApiKey
}

async function toCode(response: Promise<Response>): Promise<unknown[]> {
  const answer = await response
  return [answer.status, (await answer.json() as { code?: string }).code]
}

const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } })
const apiKeyHeader = (key: string) => ({ headers: { 'x-api-key': key } })

describe.each(testDatabases)('API keys, $name', (kind) => {
  const servers = usePeopleServers(kind)

  it.each(['password', 'local'])('let a program in for what they are made for, by either header, in %s mode', async (mode) => {
    const server = await servers.start(undefined, { NORTHLIGHT_AUTH: mode })
    const person = mode === 'password' ? await signUpFirst(server) : server
    const made = await makeKey(person, ['chats:read', 'settings:read'])
    expect(made).toMatchObject({ name: 'CI', scopes: ['chats:read', 'settings:read'], expiresAt: null, lastUsedAt: null, start: made.key.slice(0, 9) })
    expect(made.key).toMatch(/^nl_[A-Za-z]{64}$/)
    for (const carrier of [bearer, apiKeyHeader]) {
      expect((await server.fetch('/api/chats', carrier(made.key))).status).toBe(200)
      expect((await server.fetch('/api/settings/chat', carrier(made.key))).status).toBe(200)
      expect(await toCode(server.send('POST', '/api/chats', {}, carrier(made.key).headers))).toEqual([403, 'scope-missing'])
      expect(await toCode(server.send('PATCH', '/api/settings/chat', { detailLevel: 2 }, carrier(made.key).headers))).toEqual([403, 'scope-missing'])
      expect(await toCode(server.fetch('/api/api-keys', carrier(made.key)))).toEqual([403, 'scope-missing'])
      expect(await toCode(server.fetch('/api/session', carrier(made.key)))).toEqual([403, 'scope-missing'])
      expect(await toCode(server.fetch('/api/chats', carrier(`nl_${'a'.repeat(64)}`)))).toEqual([401, 'api-key-refused'])
      expect(await toCode(server.fetch('/api/chats', carrier('anything')))).toEqual([401, 'api-key-refused'])
    }
    const row = await servers.database.prisma.apikey.findFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(made.key.slice(9))
    const { keys } = await (await person.fetch('/api/api-keys')).json() as { keys: ApiKey[] }
    expect(keys).toEqual([{ ...made, key: undefined, lastUsedAt: expect.any(Number) }])
  })

  it('are judged alone: a cookie beside a key gives it nothing, and two keys are none', async () => {
    const server = await servers.start()
    const owner = await signUpFirst(server)
    const [reading, writing] = [await makeKey(owner, ['chats:read']), await makeKey(owner, ['chats:write'])]
    expect(await toCode(owner.send('POST', '/api/chats', {}, { authorization: `Bearer ${reading.key}` }))).toEqual([403, 'scope-missing'])
    expect(await toCode(owner.fetch('/api/chats', { headers: { 'authorization': `Bearer ${reading.key}`, 'x-api-key': writing.key } }))).toEqual([401, 'api-key-refused'])
    expect((await server.fetch('/api/chats', { headers: { cookie: `northlight.session_token=${reading.key}; x-api-key=${reading.key}` } })).status).toBe(401)
    // What a proxy in front asks for is no key.
    expect((await owner.fetch('/api/chats', { headers: { authorization: 'Basic cHJveHk6cHJveHk=' } })).status).toBe(200)
  })

  it('are refused in an address, whatever it is called there', async () => {
    const server = await servers.start()
    const { key } = await makeKey(await signUpFirst(server), ['chats:read'])
    for (const name of ['api_key', 'x-api-key', 'access_token', 'search']) {
      const response = await server.fetch(`/api/chats?${name}=${key}`)
      expect(response.status).toBe(400)
      expect(await response.text()).not.toContain(key)
    }
    const asName = await server.fetch(`/api/chats?${key}`)
    expect([asName.status, await asName.text()]).toEqual([400, expect.not.stringContaining(key)])
  })

  it('end with their time, their deletion and the membership they come from', async () => {
    let now = Date.now()
    const server = await servers.start({ clock: { now: () => now } })
    const owner = await signUpFirst(server)
    const member = await signUpInvited(owner, 'Member', 'member@example.com')
    const [short, deleted, left] = [await makeKey(owner, ['chats:read'], { expiresInDays: 1 }), await makeKey(owner, ['chats:read']), await makeKey(member, ['chats:read'])]
    for (const { key } of [short, deleted, left]) expect((await server.fetch('/api/chats', bearer(key))).status).toBe(200)
    expect(await toCode(member.fetch(`/api/api-keys/${deleted.id}`, { method: 'DELETE' }))).toEqual([404, 'api-key-not-found'])
    await expectStatus(await owner.fetch(`/api/api-keys/${deleted.id}`, { method: 'DELETE' }), 204)
    expect((await server.fetch('/api/chats', bearer(deleted.key))).status).toBe(401)
    const { members } = await (await owner.fetch('/api/members')).json() as { members: { id: string, email: string }[] }
    await expectStatus(await owner.fetch(`/api/members/${members.find(({ email }) => email === 'member@example.com')?.id}`, { method: 'DELETE' }), 204)
    expect((await server.fetch('/api/chats', bearer(left.key))).status).toBe(401)
    expect(await servers.database.prisma.apikey.count()).toBe(1)
    now += 24 * 60 * 60_000 + 60_000
    expect((await server.fetch('/api/chats', bearer(short.key))).status).toBe(401)
  })

  it.each([
    { scopes: [] }, { scopes: ['chats:read', 'chats:read'] }, { scopes: ['admin'] }, { scopes: ['chats:read'], userId: 'somebody' }, { scopes: ['chats:read'], expiresInDays: 0 },
    { scopes: ['chats:read'], expiresInDays: 366 }, { scopes: ['chats:read'], permissions: { chats: ['write'] } }, { scopes: ['chats:read'], rateLimitMax: 1 },
  ])('are not made of %j, and never by a stranger', async (body) => {
    const server = await servers.start()
    const owner = await signUpFirst(server)
    expect(await toCode(owner.send('POST', '/api/api-keys', { name: 'CI', ...body }))).toEqual([400, 'request-invalid'])
    expect(await toCode(server.send('POST', '/api/api-keys', { name: 'CI', scopes: ['chats:read'], userId: 'local-user' }))).toEqual([401, 'sign-in-missing'])
    expect(await servers.database.prisma.apikey.count()).toBe(0)
  })
})
