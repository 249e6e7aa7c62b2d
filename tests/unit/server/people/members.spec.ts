import { describe, expect, it } from 'vitest'
import type { Invitation, Member } from '#layers/northlight/shared/people/people-answers.ts'
import type { SessionState } from '#layers/northlight/shared/people/session-state.ts'
import { createInvitation } from '#layers/northlight/server/people/create-invitation.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import { expectStatus, openBrowser, readSession, signIn, signUpFirst, signUpInvited, testPassword } from '#layers/northlight/tests/support/browser-session.ts'
import type { BrowserSession } from '#layers/northlight/tests/support/browser-session.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { usePeopleServers } from '#layers/northlight/tests/support/use-people-servers.ts'

async function listMembers(browser: BrowserSession): Promise<Member[]> {
  return (await (await expectStatus(await browser.fetch('/api/members'), 200)).json() as { members: Member[] }).members
}

async function memberOf(browser: BrowserSession, email: string): Promise<Member> {
  const member = (await listMembers(browser)).find((candidate) => candidate.email === email)
  if (!member) throw new Error(`${email} is no member.`)
  return member
}

async function invite(browser: BrowserSession, email: string, role = 'member'): Promise<Invitation> {
  return await (await expectStatus(await browser.send('POST', '/api/invitations', { email, role }), 201)).json() as Invitation
}

async function toCode(response: Promise<Response>): Promise<unknown[]> {
  const answer = await response
  return [answer.status, (await answer.json() as { code?: string }).code]
}

describe.each(testDatabases)('members and invitations, $name', (kind) => {
  const servers = usePeopleServers(kind)

  it('lets in whom an invitation is for, once, as what it says', async () => {
    const server = await servers.start()
    const owner = await signUpFirst(server)
    const invitation = await invite(owner, 'Grace@Example.com', 'admin')
    expect(invitation).toMatchObject({ email: 'grace@example.com', role: 'admin', path: `/sign-up?invitation=${invitation.id}` })
    expect(invitation.id).toMatch(/^[\w-]{32}$/)
    const grace = openBrowser(server)
    expect(await (await grace.fetch(`/api/invitations/${invitation.id}`)).json()).toEqual({ id: invitation.id, email: 'grace@example.com', organizationName: 'Demo workspace', hasAccount: false })
    const request = { name: 'Grace', email: 'grace@example.com', password: testPassword, invitationId: invitation.id }
    expect(await toCode(grace.send('POST', '/api/people', { ...request, email: 'mallory@example.com' }))).toEqual([404, 'invitation-not-found'])
    expect(await toCode(grace.send('POST', '/api/people', { ...request, invitationId: undefined }))).toEqual([403, 'sign-up-closed'])
    const answers = await Promise.all([grace.send('POST', '/api/people', request), openBrowser(server).send('POST', '/api/people', request)])
    expect(answers.map((answer) => answer.status === 201)).toContain(true)
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
    expect((await listMembers(owner)).map(({ email, role }) => [email, role])).toEqual([['owner@example.com', 'owner'], ['grace@example.com', 'admin']])
    expect((await grace.fetch(`/api/invitations/${invitation.id}`)).status).toBe(404)
  })

  it('has an account accept an invitation, and work in that organisation from then on', async () => {
    const server = await servers.start()
    const owner = await signUpFirst(server)
    const member = await signUpInvited(owner, 'Member', 'member@example.com')
    const second = await (await expectStatus(await member.send('POST', '/api/organizations', { name: 'Second' }), 201)).json() as SessionState
    expect(second.organization).toMatchObject({ name: 'Second', role: 'owner' })
    const invitation = await invite(member, 'owner@example.com')
    expect(await (await owner.fetch(`/api/invitations/${invitation.id}`)).json()).toMatchObject({ hasAccount: true, organizationName: 'Second' })
    expect(await toCode(openBrowser(server).send('POST', '/api/people', { name: 'X', email: 'owner@example.com', password: testPassword, invitationId: invitation.id }))).toEqual([409, 'account-exists'])
    expect(await toCode(member.send('POST', `/api/invitations/${invitation.id}/accept`, {}))).toEqual([404, 'invitation-not-found'])
    const accepted = await (await expectStatus(await owner.send('POST', `/api/invitations/${invitation.id}/accept`, {}), 200)).json() as SessionState
    expect(accepted.organization).toMatchObject({ name: 'Second', role: 'member' })
    expect(accepted.organizations.map(({ name }) => name)).toEqual(['Demo workspace', 'Second'])
    expect(await readSession(owner)).toEqual(accepted)
    // Each organisation has a dot of its own to ask.
    const chat = await (await expectStatus(await owner.send('POST', '/api/chats', {}), 201)).json() as { id: string }
    const row = await servers.database.prisma.chat.findUniqueOrThrow({ where: { id: chat.id }, include: { dot: true } })
    expect([row.organizationId, row.dot.organizationId]).toEqual([second.organization?.id, second.organization?.id])
    const back = await expectStatus(await owner.send('PATCH', '/api/session', { organizationId: accepted.organizations[0]?.id }), 200)
    expect((await back.json() as SessionState).organization).toMatchObject({ name: 'Demo workspace' })
    expect(await toCode(owner.fetch(`/api/chats/${chat.id}`))).toEqual([404, 'chat-not-found'])
    expect(await toCode(owner.send('PATCH', '/api/session', { organizationId: 'nobodys' }))).toEqual([404, 'organization-not-found'])
  })

  it('asks nobody twice, takes an invitation back, and lets it run out', async () => {
    let now = Date.now()
    const server = await servers.start({ clock: { now: () => now } })
    const owner = await signUpFirst(server)
    const first = await invite(owner, 'ada@example.com')
    expect(await toCode(owner.send('POST', '/api/invitations', { email: 'ADA@example.com', role: 'member' }))).toEqual([409, 'invitation-exists'])
    expect(await toCode(owner.send('POST', '/api/invitations', { email: 'owner@example.com', role: 'member' }))).toEqual([409, 'member-exists'])
    expect(await toCode(owner.send('POST', '/api/invitations', { email: 'eve@example.com', role: 'owner' }))).toEqual([400, 'request-invalid'])
    await expectStatus(await owner.fetch(`/api/invitations/${first.id}`, { method: 'DELETE' }), 204)
    expect((await owner.fetch(`/api/invitations/${first.id}`)).status).toBe(404)
    const second = await invite(owner, 'ada@example.com')
    expect(await (await owner.fetch('/api/invitations')).json()).toEqual({ invitations: [second] })
    now += 7 * 24 * 60 * 60_000 + 1
    expect(await (await owner.fetch('/api/invitations')).json()).toEqual({ invitations: [] })
    expect((await owner.fetch(`/api/invitations/${second.id}`)).status).toBe(404)
    const answer = openBrowser(server).send('POST', '/api/people', { name: 'Ada', email: 'ada@example.com', password: testPassword, invitationId: second.id })
    expect(await toCode(answer)).toEqual([404, 'invitation-not-found'])
  })

  it('changes and removes by role, and keeps an owner', async () => {
    const server = await servers.start()
    const owner = await signUpFirst(server)
    const admin = await signUpInvited(owner, 'Admin', 'admin@example.com', 'admin')
    const member = await signUpInvited(admin, 'Member', 'member@example.com')
    const [ownerRow, adminRow, memberRow] = await Promise.all(['owner@example.com', 'admin@example.com', 'member@example.com'].map((email) => memberOf(owner, email)))
    const change = (browser: BrowserSession, row: Member | undefined, role: string) => toCode(browser.send('PATCH', `/api/members/${row?.id}`, { role }))
    const remove = async (browser: BrowserSession, row: Member | undefined) => (await browser.fetch(`/api/members/${row?.id}`, { method: 'DELETE' })).status
    expect(await change(member, adminRow, 'member')).toEqual([403, 'role-missing'])
    expect(await remove(member, adminRow)).toBe(403)
    expect(await change(admin, memberRow, 'owner')).toEqual([403, 'owner-missing'])
    expect(await change(admin, ownerRow, 'member')).toEqual([403, 'owner-missing'])
    expect(await remove(admin, ownerRow)).toBe(403)
    expect(await change(owner, ownerRow, 'admin')).toEqual([409, 'last-owner'])
    expect(await remove(owner, ownerRow)).toBe(409)
    expect(await change(admin, memberRow, 'admin')).toEqual([200, undefined])
    expect(await change(owner, adminRow, 'owner')).toEqual([200, undefined])
    expect(await change(owner, { ...ownerRow, id: 'nobody' } as Member, 'member')).toEqual([404, 'member-not-found'])
    expect(await remove(member, memberRow)).toBe(204)
    expect(await readSession(member)).toMatchObject({ person: { name: 'Member' }, organization: null, organizations: [] })
    expect(await toCode(member.fetch('/api/chats'))).toEqual([403, 'organization-missing'])
    // Two owners leave at once: one stays.
    const statuses = await Promise.all([remove(owner, ownerRow), remove(admin, adminRow)])
    expect(statuses.sort()).toEqual([204, 409])
  })

  it.each(['removed', 'made a member'])('takes back what an admin asked who is %s', async (what) => {
    const server = await servers.start()
    const owner = await signUpFirst(server)
    const admin = await signUpInvited(owner, 'Admin', 'admin@example.com', 'admin')
    const [theirs, owners] = [await invite(admin, 'ada@example.com', 'admin'), await invite(owner, 'grace@example.com')]
    const row = await memberOf(owner, 'admin@example.com')
    if (what === 'removed') await expectStatus(await owner.fetch(`/api/members/${row.id}`, { method: 'DELETE' }), 204)
    else await expectStatus(await owner.send('PATCH', `/api/members/${row.id}`, { role: 'member' }), 200)
    expect(await (await owner.fetch('/api/invitations')).json()).toEqual({ invitations: [owners] })
    expect((await owner.fetch(`/api/invitations/${theirs.id}`)).status).toBe(404)
  })

  it('has nobody come whom an admin asks who is removed, or made a member, in that very moment', async () => {
    const server = await servers.start()
    const owner = await signUpFirst(server)
    await signUpInvited(owner, 'Admin', 'admin@example.com', 'admin')
    const row = await memberOf(owner, 'admin@example.com')
    const asked: Principal = { ...server.services.localPrincipal, userId: row.userId, role: 'admin', via: 'session' }
    const ask = () => createInvitation(server.services, asked, { email: 'friend@example.com', role: 'admin' })
    await expectStatus(await owner.send('PATCH', `/api/members/${row.id}`, { role: 'member' }), 200)
    await expect(ask()).rejects.toMatchObject({ code: 'role-missing' })
    await expectStatus(await owner.fetch(`/api/members/${row.id}`, { method: 'DELETE' }), 204)
    await expect(ask()).rejects.toMatchObject({ code: 'role-missing' })
    expect(await (await owner.fetch('/api/invitations')).json()).toEqual({ invitations: [] })
  })

  it('knows nobody of another organisation', async () => {
    const server = await servers.start()
    const owner = await signUpFirst(server)
    const other = await signUpInvited(owner, 'Other', 'other@example.com', 'admin')
    await expectStatus(await other.send('POST', '/api/organizations', { name: 'Elsewhere' }), 201)
    const row = await memberOf(owner, 'owner@example.com')
    const invitation = await invite(owner, 'ada@example.com')
    expect(await toCode(other.send('PATCH', `/api/members/${row.id}`, { role: 'member' }))).toEqual([404, 'member-not-found'])
    expect(await toCode(other.fetch(`/api/members/${row.id}`, { method: 'DELETE' }))).toEqual([404, 'member-not-found'])
    expect(await toCode(other.fetch(`/api/invitations/${invitation.id}`, { method: 'DELETE' }))).toEqual([404, 'invitation-not-found'])
    expect((await listMembers(other)).map(({ email }) => email)).toEqual(['other@example.com'])
    expect(await (await other.fetch('/api/invitations')).json()).toEqual({ invitations: [] })
  })

  it('answers one clear error in local mode', async () => {
    const server = await servers.start(undefined, { NORTHLIGHT_AUTH: 'local' })
    expect(await readSession(server)).toMatchObject({ mode: 'local', person: { id: 'local-user' }, organization: { id: 'local-organization', role: 'owner' } })
    const asked = [
      signIn(openBrowser(server), 'a@example.com'), server.send('PATCH', '/api/session', { organizationId: 'x' }), server.fetch('/api/session', { method: 'DELETE' }),
      server.send('POST', '/api/people', { name: 'A', email: 'a@example.com', password: testPassword }), server.fetch('/api/members'), server.fetch('/api/invitations'),
      server.send('POST', '/api/invitations', { email: 'a@example.com', role: 'member' }), server.fetch('/api/invitations/x'), server.send('POST', '/api/invitations/x/accept', {}),
      server.send('POST', '/api/organizations', { name: 'A' }), server.send('PATCH', '/api/members/x', { role: 'member' }), server.fetch('/api/members/x', { method: 'DELETE' }),
    ]
    for (const response of asked) expect(await toCode(response)).toEqual([409, 'local-mode'])
  })
})
