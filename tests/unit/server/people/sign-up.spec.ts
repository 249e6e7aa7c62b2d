import { describe, expect, it, vi } from 'vitest'
import { createLimits } from '#layers/northlight/server/limits/create-limits.ts'
import { openBrowser, readSession, signIn, signUpFirst, testPassword } from '#layers/northlight/tests/support/browser-session.ts'
import { sendRaw } from '#layers/northlight/tests/support/raw-request.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { usePeopleServers } from '#layers/northlight/tests/support/use-people-servers.ts'

const credentials = { name: 'Ada', email: 'ada@example.com', password: testPassword }

describe.each(testDatabases)('signing up, $name', (kind) => {
  const servers = usePeopleServers(kind)

  it('claims what is here, for the first one', async () => {
    const server = await servers.start()
    const local = server.services.localPrincipal
    expect(await readSession(server)).toMatchObject({ mode: 'password', isUnclaimed: true, person: null, organization: null, organizations: [] })
    const browser = openBrowser(server)
    const response = await browser.send('POST', '/api/people', { ...credentials, email: 'Ada@Example.com' })
    expect(response.status).toBe(201)
    const cookie = response.headers.getSetCookie()[0] ?? ''
    expect(cookie).toMatch(/^northlight\.session_token=/)
    expect(cookie).toMatch(/HttpOnly/i)
    expect(cookie).toMatch(/SameSite=Lax/i)
    expect(cookie).not.toMatch(/Secure/i)
    const state = await response.json()
    expect(state).toMatchObject({
      mode: 'password', isUnclaimed: false, person: { id: local.userId, name: 'Ada', email: 'ada@example.com' }, organization: { id: local.organizationId, role: 'owner' },
    })
    expect(await readSession(browser)).toEqual(state)
    const account = await servers.database.prisma.account.findFirstOrThrow()
    expect(account.password).not.toContain(testPassword)
    expect(account).toMatchObject({ userId: local.userId, providerId: 'credential' })
  })

  it('lets one of several at once win, and tells the others', async () => {
    const server = await servers.start()
    const answers = await Promise.all(Array.from({ length: 5 }, (_, index) => openBrowser(server).send('POST', '/api/people', { ...credentials, email: `person-${index}@example.com` })))
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 403, 403, 403, 403])
    const refused = answers.find((answer) => answer.status === 403)
    expect(await refused?.json()).toMatchObject({ code: 'sign-up-closed' })
    expect(await servers.database.prisma.account.count()).toBe(1)
    expect(await servers.database.prisma.user.count()).toBe(1)
  })

  it('signs in and out, ends the earlier sign-in, and tells nothing of what was wrong', async () => {
    const server = await servers.start()
    const first = await signUpFirst(server)
    const browser = openBrowser(server)
    const wrong = await signIn(browser, 'owner@example.com', 'not the password')
    const unknown = await signIn(browser, 'nobody@example.com')
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect(await wrong.text()).toBe(await unknown.text())
    expect((await signIn(browser, 'OWNER@example.com')).status).toBe(200)
    expect((await readSession(browser)).person).toMatchObject({ name: 'Owner' })
    const earlier = browser.cookie
    expect((await signIn(browser, 'owner@example.com')).status).toBe(200)
    expect((await readSession({ fetch: (path) => server.fetch(path, { headers: { cookie: earlier } }) })).person).toBeNull()
    const signedOut = await browser.fetch('/api/session', { method: 'DELETE' })
    expect(signedOut.status).toBe(204)
    expect(browser.cookie).toBe('')
    expect((await browser.fetch('/api/chats')).status).toBe(401)
    // Another browser's sign-in stays.
    expect((await first.fetch('/api/chats')).status).toBe(200)
    expect((await browser.fetch('/api/session', { method: 'DELETE' })).status).toBe(204)
  })

  it('spends one hash on a wrong password, and one on an address that nobody has', async () => {
    const server = await servers.start()
    await signUpFirst(server)
    const { password } = await (await server.services.auth()).$context
    const [hash, verify] = [vi.spyOn(password, 'hash'), vi.spyOn(password, 'verify')]
    await signIn(openBrowser(server), 'owner@example.com', 'not the password')
    expect([hash.mock.calls.length, verify.mock.calls.length]).toEqual([0, 1])
    await signIn(openBrowser(server), 'nobody@example.com')
    expect([hash.mock.calls.length, verify.mock.calls.length]).toEqual([1, 1])
  })

  it('takes no cookie that it did not sign, and none that is over', async () => {
    const server = await servers.start()
    const browser = await signUpFirst(server)
    const token = decodeURIComponent(browser.cookie.split('=')[1] ?? '').split('.')[0] ?? ''
    const forged = [`northlight.session_token=${token}`, `northlight.session_token=${token}.${'A'.repeat(43)}%3D`, `better-auth.session_token=${browser.cookie.split('=')[1]}`]
    for (const cookie of forged) expect((await server.fetch('/api/chats', { headers: { cookie } })).status).toBe(401)
    expect((await browser.fetch('/api/chats')).status).toBe(200)
    await servers.database.prisma.session.updateMany({ data: { expiresAt: new Date(server.services.clock.now() - 1) } })
    expect((await browser.fetch('/api/chats')).status).toBe(401)
  })

  it('reads no more of what a stranger sends than these few fields can be', async () => {
    const server = await servers.start()
    for (const path of ['/api/people', '/api/session']) {
      expect((await openBrowser(server).send('POST', path, { ...credentials, email: `${'a'.repeat(20_000)}@example.com` })).status).toBe(413)
    }
  })

  it('is tried so many times and no more', async () => {
    const limits = createLimits({ onStoreError: () => {}, table: { 'sign-in': [{ by: ['address', 'email'], points: 2, seconds: 60 }], 'sign-up': [{ by: ['address'], points: 2, seconds: 60 }] } })
    const server = await servers.start({ limits })
    const tries = await Promise.all(Array.from({ length: 5 }, () => signIn(openBrowser(server), 'ada@example.com', 'wrong')))
    expect(tries.map(({ status }) => status).toSorted()).toEqual([401, 401, 429, 429, 429])
    const answers = await Promise.all(Array.from({ length: 4 }, () => server.send('POST', '/api/people', { ...credentials, invitationId: 'none' })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([404, 404, 429, 429])
  })

  it('makes cookies that are Secure and no other host\'s where people come by https', async () => {
    const server = await servers.start(undefined, { NORTHLIGHT_URL: 'https://chat.example.com' })
    const response = await sendRaw(`${server.url}/api/people`, { method: 'POST', headers: { 'host': 'chat.example.com', 'content-type': 'application/json' }, body: [JSON.stringify(credentials)] })
    const cookie = response.cookies[0] ?? ''
    // With this name a browser keeps none but such a cookie, so that no neighbouring subdomain can put one in its place.
    expect(cookie).toMatch(/^__Host-northlight\.session_token=.*; Path=\/;.*Secure/i)
    expect(cookie).not.toMatch(/Domain/i)
    const ask = (brought: string) => sendRaw(`${server.url}/api/chats`, { method: 'GET', headers: { host: 'chat.example.com', cookie: brought }, body: [] })
    const [pair = ''] = cookie.split(';')
    expect([(await ask(pair)).status, (await ask(pair.replace('__Host-', ''))).status]).toEqual([200, 401])
  })

  it.each(['Ada\u0000', 'A\u0000da', '\u202EAda'])('takes a name as a line that any database can hold: %j', async (name) => {
    const server = await servers.start()
    const owner = openBrowser(server)
    expect((await owner.send('POST', '/api/people', { ...credentials, name })).status).toBe(201)
    expect((await owner.send('POST', '/api/organizations', { name })).status).toBe(201)
    expect((await owner.send('POST', '/api/api-keys', { name, scopes: ['chats:read'] })).status).toBe(201)
    expect((await readSession(owner)).person?.name).toMatch(/^A ?da$/)
  })

  it.each(['\u0000', '\u200B', '\u202E \n'])('takes no name of which nothing is seen: %j', async (name) => {
    const server = await servers.start()
    const response = await server.send('POST', '/api/people', { ...credentials, name })
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'request-invalid' }])
  })

  it.each([
    { ...credentials, password: 'short' }, { ...credentials, password: 'x'.repeat(129) }, { ...credentials, email: 'no address' }, { ...credentials, email: { contains: '' } }, { ...credentials, name: ' ' },
    { ...credentials, userId: 'local-user' }, { ...credentials, role: 'owner' }, { ...credentials, invitationId: { not: '' } }, {}, [], null,
  ])('refuses what is no sign-up: %j', async (body) => {
    const server = await servers.start()
    const response = await server.send('POST', '/api/people', body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'request-invalid' })
    expect(await servers.database.prisma.account.count()).toBe(0)
  })
})
