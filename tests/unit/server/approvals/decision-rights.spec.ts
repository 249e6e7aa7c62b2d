import { describe, expect, it } from 'vitest'
import type { NewApiKey } from '#layers/northlight/shared/people/people-answers.ts'
import { executeApproval } from '#layers/northlight/server/approvals/execute-approval.ts'
import { decide, listAsks, readApproval, readAsk, untilState } from '#layers/northlight/tests/support/approval-client.ts'
import { expectStatus, readSession, signUpFirst, signUpInvited } from '#layers/northlight/tests/support/browser-session.ts'
import type { BrowserSession } from '#layers/northlight/tests/support/browser-session.ts'
import { askToEnd } from '#layers/northlight/tests/support/chat-client.ts'
import { readLog } from '#layers/northlight/tests/support/gate-client.ts'
import { createIdleJobs } from '#layers/northlight/tests/support/idle-jobs.ts'
import { answerStep, callParts, callStep } from '#layers/northlight/tests/support/model-parts.ts'
import { startGatedServer } from '#layers/northlight/tests/support/start-gated-server.ts'
import { readEvents } from '#layers/northlight/tests/support/read-events.ts'
import { embeddedDatabase } from '#layers/northlight/tests/support/test-databases.ts'
import { until } from '#layers/northlight/tests/support/until.ts'
import { usePeopleServers } from '#layers/northlight/tests/support/use-people-servers.ts'

const chat = 'chat-0123456789abcdef'

/** Several people sign up, which is made to cost. In milliseconds. */
const longest = 120_000

describe('who may decide what a dot asked for', () => {
  const servers = usePeopleServers(embeddedDatabase)

  /** What Mona, a member, was asked; `isHeld`: what is approved is carried out when the test says so. */
  async function meet({ isHeld = false } = {}) {
    const jobs = createIdleJobs()
    const gated = await startGatedServer(servers, [callStep(callParts('c1', 'post', { word: 'Hello' })), answerStep('I see.')], isHeld ? { jobs } : {})
    const owner = await signUpFirst(gated.server, 'Olive')
    const admin = await signUpInvited(owner, 'Ada', 'ada@example.com', 'admin')
    const mona = await signUpInvited(owner, 'Mona', 'mona@example.com')
    await askToEnd(mona, chat, 'Post it.')
    return { ...gated, owner, admin, mona, ask: await readAsk(mona) }
  }
  const toPersonId = async (browser: BrowserSession) => (await readSession(browser)).person?.id ?? ''
  const toCode = ({ status, body }: Awaited<ReturnType<typeof decide>>) => [status, body.code]
  const leave = async (browser: BrowserSession) => servers.database.prisma.member.deleteMany({ where: { userId: await toPersonId(browser) } })

  it('is whoever it was asked for, and whoever manages the organisation', async () => {
    const { mona, owner, admin, ask, executor } = await meet()
    for (const person of [mona, owner, admin]) {
      expect((await listAsks(person, '?state=waiting')).map(({ id }) => id)).toEqual([ask.id])
      expect(await readApproval(person, ask.id)).toMatchObject({ canDecide: true, requestedBy: { name: 'Mona' } })
    }
    expect((await decide(admin, ask, 'approve')).status).toBe(200)
    expect(await untilState(mona, ask.id, 'executed')).toMatchObject({ decidedBy: { id: await toPersonId(admin), name: 'Ada' } })
    expect(executor.done).toMatchObject([{ createdBy: await toPersonId(mona) }])
    const approved = (await readLog(owner, `search=${ask.id}`)).find(({ event }) => event === 'approved')
    expect(approved).toMatchObject({ actor: { id: await toPersonId(admin), name: 'Ada' }, version: 1, state: 'approved' })
  }, longest)

  it('is nobody else: a colleague sees it where its chat is shared, and decides nothing', async () => {
    const { owner, mona, ask, executor } = await meet()
    const carl = await signUpInvited(owner, 'Carl', 'carl@example.com')
    expect(await listAsks(carl)).toEqual([])
    expect((await carl.fetch(`/api/approvals?chat=${chat}`)).status).toBe(404)
    expect((await carl.fetch(`/api/approvals/${ask.id}`)).status).toBe(404)
    expect(toCode(await decide(carl, ask, 'approve'))).toEqual([404, 'approval-not-found'])
    await expectStatus(await mona.send('PATCH', `/api/chats/${chat}`, { isShared: true }), 200)
    expect(await listAsks(carl)).toEqual([])
    expect(await listAsks(carl, `?chat=${chat}`)).toMatchObject([{ id: ask.id, canDecide: false }])
    expect(await readApproval(carl, ask.id)).toMatchObject({ id: ask.id, canDecide: false })
    for (const decision of ['approve', 'reject']) expect(toCode(await decide(carl, ask, decision))).toEqual([403, 'read-only'])
    expect(toCode(await decide(carl, ask, 'edit', { body: { text: 'Mine' } }))).toEqual([403, 'read-only'])
    expect([(await readApproval(mona, ask.id)).state, (await readApproval(mona, ask.id)).version, executor.done.length]).toEqual(['pending', 1, 0])
    await expectStatus(await mona.fetch(`/api/chats/${chat}`, { method: 'DELETE' }), 204)
    expect((await carl.fetch(`/api/approvals/${ask.id}`)).status).toBe(404)
    expect((await mona.fetch(`/api/approvals/${ask.id}`)).status).toBe(200)
  }, longest)

  it('is nobody whom only its lead\'s chat was shown to: what was forwarded there stays as private as it was', async () => {
    const { owner, mona, ask } = await meet()
    const carl = await signUpInvited(owner, 'Carl', 'carl@example.com')
    const made = await expectStatus(await mona.send('POST', '/api/chats', {}), 201)
    const { id: leadChatId } = await made.json() as { id: string }
    await servers.database.prisma.approval.update({ where: { id: ask.id }, data: { leadChatId } })
    await expectStatus(await mona.send('PATCH', `/api/chats/${leadChatId}`, { isShared: true }), 200)
    const listOf = async (person: BrowserSession) => (await listAsks(person, `?chat=${leadChatId}`)).map(({ id }) => id)
    expect([await listOf(carl), await listOf(mona), await listOf(owner)]).toEqual([[], [ask.id], [ask.id]])
    await expectStatus(await mona.send('PATCH', `/api/chats/${chat}`, { isShared: true }), 200)
    expect(await listOf(carl)).toEqual([ask.id])
  }, longest)

  it('is nobody of another organisation, whatever their role there', async () => {
    const { owner, ask } = await meet()
    const otto = await signUpInvited(owner, 'Otto', 'otto@example.com', 'admin')
    await expectStatus(await otto.send('POST', '/api/organizations', { name: 'Elsewhere' }), 201)
    expect(await listAsks(otto)).toEqual([])
    expect((await otto.fetch(`/api/approvals/${ask.id}`)).status).toBe(404)
    expect((await otto.fetch(`/api/approvals?before=${ask.id}`)).status).toBe(404)
    expect(toCode(await decide(otto, ask, 'approve'))).toEqual([404, 'approval-not-found'])
  }, longest)

  it('is no program: its key reads what its person may, and decides nothing', async () => {
    const { mona, ask, executor } = await meet()
    const made = await expectStatus(await mona.send('POST', '/api/api-keys', { name: 'CI', scopes: ['approvals:read'] }), 201)
    const authorization = `Bearer ${(await made.json() as NewApiKey).key}`
    const read = await fetch(`${mona.url}/api/approvals/${ask.id}`, { headers: { authorization } })
    expect([read.status, await read.json()]).toMatchObject([200, { id: ask.id, canDecide: false }])
    const { version, digest } = ask
    const decided = await fetch(`${mona.url}/api/approvals/${ask.id}`, { method: 'POST', headers: { authorization, 'content-type': 'application/json' }, body: JSON.stringify({ decision: 'approve', version, digest }) })
    expect([decided.status, await decided.json()]).toMatchObject([403, { code: 'scope-missing' }])
    expect([(await readApproval(mona, ask.id)).state, executor.done.length]).toEqual(['pending', 0])
  }, longest)

  it('is told of to a program only where its key may read approvals', async () => {
    const { owner, mona, ask } = await meet()
    const listen = async (scopes: string[]) => {
      const made = await expectStatus(await owner.send('POST', '/api/api-keys', { name: scopes.join(' '), scopes }), 201)
      const headers = { authorization: `Bearer ${(await made.json() as NewApiKey).key}` }
      return readEvents({ fetch: (path) => fetch(`${mona.url}${path}`, { headers }) })
    }
    const [ofChats, ofBoth] = await Promise.all([listen(['chats:read']), listen(['chats:read', 'approvals:read'])])
    expect((await decide(mona, ask, 'reject')).status).toBe(200)
    expect(await ofBoth.until('approval')).toMatchObject({ id: ask.id, state: 'rejected' })
    await expectStatus(await owner.send('POST', '/api/chats', {}), 201)
    await ofChats.until('chat-changed')
    expect(ofChats.events.map(({ type }) => type)).not.toContain('approval')
    await Promise.all([ofChats.close(), ofBoth.close()])
  }, longest)

  it('is a manager with an edit too: then nobody has approved, and whoever saw the version before has to look again', async () => {
    const { mona, owner, admin, ask, executor } = await meet()
    expect((await decide(admin, ask, 'edit', { body: { text: 'Hello, all' } })).body).toMatchObject({ state: 'pending', version: 2, decidedBy: null })
    expect(toCode(await decide(mona, ask, 'approve'))).toEqual([409, 'approval-changed'])
    expect(toCode(await decide(mona, { ...ask, version: 2 }, 'approve'))).toEqual([409, 'approval-changed'])
    await decide(mona, await readAsk(mona), 'approve')
    await untilState(mona, ask.id, 'executed')
    expect(executor.done).toMatchObject([{ body: { text: 'Hello, all' } }])
    const log = (await readLog(owner, `search=${ask.id}`)).toReversed().filter(({ actor }) => actor)
    // Who came late is told so; a digest that nobody was shown is worth knowing of.
    expect(log.map(({ event, actor }) => [event, actor?.name])).toEqual([['edited', 'Ada'], ['decision-refused', 'Mona'], ['approved', 'Mona']])
  }, longest)

  it.each([
    ['has left', leave, 'left'],
    ['manages nothing any more', async (browser: BrowserSession) => servers.database.prisma.member.updateMany({ where: { userId: await toPersonId(browser) }, data: { role: 'member' } }), 'may not decide'],
  ] as const)('is looked at again before it is done: nothing is when whoever approved it %s', async (_name, change, word) => {
    const { server, mona, admin, ask, executor } = await meet({ isHeld: true })
    expect((await decide(admin, ask, 'approve')).status).toBe(200)
    await change(admin)
    await executeApproval(server.services, ask.id)
    expect(await readApproval(mona, ask.id)).toMatchObject({ state: 'failed', note: expect.stringContaining(word) })
    expect(executor.done).toEqual([])
  }, longest)

  it('is whoever is still there: the answer of somebody who has left is stopped, and what was approved is done', async () => {
    const { admin, mona, ask, executor, model } = await meet()
    await leave(mona)
    expect((await decide(admin, ask, 'approve')).status).toBe(200)
    await untilState(admin, ask.id, 'executed')
    await until(async () => (await servers.database.prisma.turn.findFirstOrThrow({ where: { chatId: chat } })).state === 'stopped')
    expect([executor.done.length, model.calls.length]).toEqual([1, 1])
  }, longest)
})
