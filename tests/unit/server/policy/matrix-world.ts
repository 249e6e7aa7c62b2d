import { randomUUID } from 'node:crypto'
import { apiScopes } from '#layers/northlight/shared/people/api-scopes.ts'
import type { NewApiKey } from '#layers/northlight/shared/people/people-answers.ts'
import { expectStatus, openBrowser, readSession, signUpFirst, signUpInvited } from '#layers/northlight/tests/support/browser-session.ts'
import type { BrowserSession } from '#layers/northlight/tests/support/browser-session.ts'
import { insertAsk } from '#layers/northlight/tests/support/insert-ask.ts'
import { startTestServer } from '#layers/northlight/tests/support/start-test-server.ts'
import type { TestServer } from '#layers/northlight/tests/support/start-test-server.ts'
import { embeddedDatabase } from '#layers/northlight/tests/support/test-databases.ts'
import type { Column, MatrixTargets } from './matrix-form.ts'

/** Stands in all that is Mona's: where somebody may not read it, it is in no answer. */
export const canary = 'canary-7f3a'

export interface MatrixWorld {
  server: TestServer
  makeTargets(column: Column): Promise<MatrixTargets>
  /** What lets a request in as this column does, for a route that needs this scope of a key. */
  toCredentials(column: Column, scope: string | undefined): Promise<Record<string, string>>
  close(): Promise<void>
}

/** Mona's organisation with an admin and a colleague, and somebody who owns another one. */
export async function createMatrixWorld(): Promise<MatrixWorld> {
  const database = await embeddedDatabase.open()
  const server = await startTestServer(database, {}, { NORTHLIGHT_AUTH: 'password', NORTHLIGHT_LIMITS: 'off' })
  const owner = await signUpFirst(server)
  const people: Partial<Record<Column, BrowserSession>> = {
    'member': await signUpInvited(owner, `Mona ${canary}`, 'mona@example.com'),
    'same organisation': await signUpInvited(owner, 'Colleague', 'colleague@example.com'),
    'admin': await signUpInvited(owner, 'Admin', 'admin@example.com', 'admin'),
    'other organisation': await signUpInvited(owner, 'Other', 'other@example.com'),
  }
  people['read share'] = people['same organisation']
  await moveElsewhere(server, people['other organisation'])
  const ids = new Map<Column, string>()
  for (const [column, browser] of Object.entries(people) as [Column, BrowserSession][]) ids.set(column, (await readSession(browser)).person?.id ?? '')
  const mona = people.member ?? owner
  const keys = await makeKeys(mona)
  return {
    server,
    makeTargets: (column) => makeTargets(server, { organization: server.services.localPrincipal.organizationId, mona: ids.get('member') ?? '' }, column === 'read share'),
    async toCredentials(column, scope): Promise<Record<string, string>> {
      if (column === 'nobody') return {}
      if (column === 'key with scope') return { authorization: `Bearer ${keys.get(scope ?? 'all')}` }
      if (column === 'key without scope') return { 'x-api-key': keys.get(`all but ${scope}`) ?? keys.get('all') ?? '' }
      return { cookie: await openSession(server, ids.get(column) ?? '') }
    },
    close: () => server.close(),
  }
}

/** A sign-in for one request: what the one before did to its own leaves this one as it was. */
async function openSession({ services }: TestServer, userId: string): Promise<string> {
  const auth = await services.auth()
  const { headers } = await auth.api.openSession({ body: { userId }, headers: new Headers(), returnHeaders: true })
  return headers.getSetCookie().map((cookie) => cookie.split(';')[0]).join('; ')
}

/** Has somebody make an organisation, and leave the one that they came by. */
async function moveElsewhere(server: TestServer, person: BrowserSession | undefined) {
  const before = await readSession(person ?? openBrowser(server))
  await expectStatus(await (person ?? openBrowser(server)).send('POST', '/api/organizations', { name: 'Elsewhere' }), 201)
  await server.services.database.prisma.member.deleteMany({ where: { userId: before.person?.id, organizationId: before.organization?.id } })
}

async function makeKeys(mona: BrowserSession): Promise<Map<string, string>> {
  const wanted = [
    ['all', [...apiScopes]] as const,
    ...apiScopes.map((scope) => [scope, [scope]] as const),
    ...apiScopes.map((scope) => [`all but ${scope}`, apiScopes.filter((other) => other !== scope)] as const),
  ]
  const keys = new Map<string, string>()
  for (const [name, scopes] of wanted) {
    const made = await expectStatus(await mona.send('POST', '/api/api-keys', { name, scopes }), 201)
    keys.set(name, (await made.json() as NewApiKey).key)
  }
  return keys
}

async function makeTargets({ services: { database: { prisma } } }: TestServer, { organization, mona }: { organization: string, mona: string }, isShared: boolean): Promise<MatrixTargets> {
  const [chat, file, apiKey, member, openInvitation, monasInvitation, connection, freshDot] = Array.from({ length: 8 }, () => randomUUID())
  if (!chat || !file || !apiKey || !member || !openInvitation || !monasInvitation || !connection || !freshDot) throw new Error('There are eight.')
  const made = { organizationId: organization, createdBy: mona }
  const dot = await prisma.dot.findFirstOrThrow({ where: { organizationId: organization }, orderBy: { createdAt: 'asc' } })
  await prisma.chat.create({ data: { id: chat, ...made, ownerId: mona, dotId: dot.id, title: canary, sharedAt: isShared ? new Date() : null, activeLeafId: 'question-1' } })
  await prisma.message.create({ data: { chatId: chat, id: 'question-1', ...made, seq: 1, content: { id: 'question-1', role: 'user', parts: [{ type: 'text', text: canary }] }, searchText: canary } })
  await prisma.storedFile.create({ data: { id: file, ...made, chatId: chat, name: `${canary}.txt`, mediaType: 'text/plain', byteSize: canary.length, content: new TextEncoder().encode(canary) } })
  await prisma.apikey.create({ data: { id: apiKey, name: canary, referenceId: mona, key: randomUUID(), metadata: JSON.stringify({ organizationId: organization }) } })
  const extra = await prisma.user.create({ data: { id: randomUUID(), name: 'Extra', email: `${randomUUID()}@example.com` } })
  await prisma.member.create({ data: { id: member, organizationId: organization, userId: extra.id, role: 'member' } })
  const email = `${randomUUID()}@example.com`
  const invitation = { organizationId: organization, role: 'member', inviterId: mona, expiresAt: new Date(Date.now() + 60_000_000) }
  await prisma.invitation.create({ data: { id: openInvitation, email, ...invitation } })
  await prisma.invitation.create({ data: { id: monasInvitation, email: 'mona@example.com', ...invitation } })
  await prisma.connection.create({ data: { id: connection, ...made, kind: 'webhook', name: connection, url: 'https://hooks.example.com/', sealedSecret: 'v1.none', createdAt: new Date() } })
  await prisma.dot.create({ data: { id: freshDot, ...made, name: freshDot, job: 'Is changed.' } })
  const ask = { ...made, dotId: dot.id, chatId: chat, text: canary }
  const [approval, lostApproval] = [await insertAsk(prisma, ask), await insertAsk(prisma, { ...ask, state: 'unknown' })]
  return { dot: freshDot, approval, lostApproval, chat, file, apiKey, organization, member, freshEmail: `${randomUUID()}@example.com`, openInvitation: { invitationId: openInvitation, email }, monasInvitation, connection }
}
