import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { NewApiKey } from '#layers/northlight/shared/people/people-answers.ts'
import { expectStatus, openBrowser, signIn, signUpFirst, signUpInvited } from '#layers/northlight/tests/support/browser-session.ts'
import type { BrowserSession } from '#layers/northlight/tests/support/browser-session.ts'
import { ask } from '#layers/northlight/tests/support/chat-client.ts'
import { createScriptedModel } from '#layers/northlight/tests/support/scripted-model.ts'
import type { TestServer } from '#layers/northlight/tests/support/start-test-server.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { usePeopleServers } from '#layers/northlight/tests/support/use-people-servers.ts'

const chat = 'chat-0123456789abcdef'
/** Issue 4, Build 2: within this, whatever server it was taken away on. */
const deadlineMs = 5_000

/** Reads until the server cuts it off, and tells after how long. */
async function toEnd(response: Response): Promise<number> {
  const startedAt = performance.now()
  const reader = response.body?.getReader()
  try {
    while (!(await reader?.read())?.done);
  }
  catch {
    // Cut off.
  }
  return performance.now() - startedAt
}

async function openTurn(browser: TestServer): Promise<Response> {
  return expectStatus(await browser.fetch(`/api/chat/${chat}/stream`), 200)
}

async function openEvents(browser: Pick<TestServer, 'fetch'>, headers: Record<string, string> = {}): Promise<Response> {
  return expectStatus(await browser.fetch('/api/events', { headers }), 200)
}

describe.each(testDatabases)('what is open, $name', (kind) => {
  const servers = usePeopleServers(kind)
  let first: TestServer
  let second: TestServer
  let owner: BrowserSession
  let member: BrowserSession

  beforeEach(async () => {
    first = await servers.start({ model: { model: createScriptedModel() } })
    second = await servers.start()
    owner = await signUpFirst(first)
    member = await signUpInvited(owner, 'Member', 'member@example.com')
  })

  afterEach(() => first.services.endStreams())

  /** Starts a turn that goes on until the test ends, and gives the owner's own reader of it. */
  async function startTurn(): Promise<Response> {
    return expectStatus(await ask(owner, chat, 'What broke?'), 200)
  }

  const removeMember = async () => {
    const row = await servers.database.prisma.member.findFirstOrThrow({ where: { user: { email: 'member@example.com' } } })
    await expectStatus(await owner.fetch(`/api/members/${row.id}`, { method: 'DELETE' }), 204)
  }

  it('ends on this server as soon as the right to it is taken away', async () => {
    const own = await startTurn()
    await expectStatus(await owner.send('PATCH', `/api/chats/${chat}`, { isShared: true }), 200)
    const [turn, events] = [await openTurn(member), await openEvents(member)]
    await expectStatus(await owner.send('PATCH', `/api/chats/${chat}`, { isShared: false }), 200)
    expect(await toEnd(turn)).toBeLessThan(deadlineMs)
    expect((await member.fetch(`/api/chat/${chat}/stream`)).status).toBe(404)
    await removeMember()
    expect(await toEnd(events)).toBeLessThan(deadlineMs)
    expect(first.services.access.count()).toBe(1)
    await expectStatus(await owner.fetch('/api/session', { method: 'DELETE' }), 204)
    expect(await toEnd(own)).toBeLessThan(deadlineMs)
    expect(first.services.access.count()).toBe(0)
  })

  it('ends within five seconds on every other server', async () => {
    const [ownEvents, elsewhere] = [await openEvents(openOn(second, owner)), await openEvents(openOn(second, member))]
    const { key, id } = await (await expectStatus(await owner.send('POST', '/api/api-keys', { name: 'CI', scopes: ['chats:read'] }), 201)).json() as NewApiKey
    const byKey = await openEvents(second, { authorization: `Bearer ${key}` })
    const another = openBrowser(second)
    await expectStatus(await signIn(another, 'owner@example.com'), 200)
    const stays = await openEvents(another)
    await Promise.all([removeMember(), expectStatus(await owner.fetch(`/api/api-keys/${id}`, { method: 'DELETE' }), 204)])
    await expectStatus(await owner.fetch('/api/session', { method: 'DELETE' }), 204)
    const times = await Promise.all([ownEvents, elsewhere, byKey].map(toEnd))
    console.info(`Ended on another server after ${times.map((time) => `${Math.round(time)} ms`).join(', ')}.`)
    expect(Math.max(...times)).toBeLessThan(deadlineMs)
    // Another sign-in of the same person is untouched.
    expect(second.services.access.count()).toBe(1)
    await stays.body?.cancel()
  })

  it('ends when its person goes to work in another organisation, and comes back in that one', async () => {
    const [moved, stays] = [await openEvents(owner), await openEvents(member)]
    await expectStatus(await owner.send('POST', '/api/organizations', { name: 'Second' }), 201)
    expect(await toEnd(moved)).toBeLessThan(deadlineMs)
    const again = await openEvents(owner)
    await first.services.access.check()
    expect(first.services.access.count()).toBe(2)
    await Promise.all([stays, again].map((events) => events.body?.cancel()))
  })

  it('ends with a sign-in that is over by its time, and outlives a database that does not answer', async () => {
    const events = await openEvents(openOn(second, member))
    const { prisma } = second.services.database
    await prisma.$executeRaw`ALTER TABLE member RENAME TO member_away`
    try {
      await second.services.access.check()
      expect(second.services.access.count()).toBe(1)
    }
    finally {
      await prisma.$executeRaw`ALTER TABLE member_away RENAME TO member`
    }
    await prisma.session.updateMany({ data: { expiresAt: new Date(second.services.clock.now() - 1) } })
    expect(await toEnd(events)).toBeLessThan(deadlineMs)
  })

  it('is looked through a thousand at a time', async () => {
    const { access, database: { prisma } } = second.services
    const { userId, organizationId } = await prisma.member.findFirstOrThrow({ where: { user: { email: 'member@example.com' } } })
    const { id: credentialId } = await prisma.session.findFirstOrThrow({ where: { userId } })
    const responses = Array.from({ length: 1_000 }, () => new ServerResponse(new IncomingMessage(new Socket())))
    for (const response of responses) access.watch(response, { userId, organizationId, role: 'member', via: 'session', credentialId })
    const startedAt = performance.now()
    await access.check()
    console.info(`A look at 1,000 open streams: ${Math.round(performance.now() - startedAt)} ms.`)
    expect(responses.filter(({ destroyed }) => destroyed)).toEqual([])
    await prisma.session.delete({ where: { id: credentialId } })
    await access.check()
    expect(responses.filter(({ destroyed }) => !destroyed)).toEqual([])
  })

  it('costs nothing in local mode', async () => {
    const local = await servers.start(undefined, { NORTHLIGHT_AUTH: 'local' })
    const events = await openEvents(local)
    expect(local.services.access.count()).toBe(0)
    await events.body?.cancel()
  })
})

/** The same browser, on another server. */
function openOn(server: TestServer, browser: BrowserSession): Pick<TestServer, 'fetch'> {
  return { fetch: (path, init = {}) => server.fetch(path, { ...init, headers: { ...init.headers as Record<string, string>, cookie: browser.cookie } }) }
}
