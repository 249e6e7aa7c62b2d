import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { decisionSchema } from '#layers/northlight/shared/approvals/approval-requests.ts'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import { decideApproval } from '#layers/northlight/server/approvals/decide-approval.ts'
import { loadApproval, requireVersion } from '#layers/northlight/server/store/approval-store.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import { alterDecisions } from '#layers/northlight/tests/support/altered-decisions.ts'
import type { NamedAsk, WildDecision } from '#layers/northlight/tests/support/altered-decisions.ts'
import { expectStatus, openBrowser, readSession, signUpFirst, signUpInvited } from '#layers/northlight/tests/support/browser-session.ts'
import type { BrowserSession } from '#layers/northlight/tests/support/browser-session.ts'
import { createFakeExecutor } from '#layers/northlight/tests/support/fake-executor.ts'
import type { FakeExecutor } from '#layers/northlight/tests/support/fake-executor.ts'
import { askForComment, insertRunningTurn, parkTurnOfAsks } from '#layers/northlight/tests/support/insert-asks.ts'
import { createPromptJobs } from '#layers/northlight/tests/support/prompt-jobs.ts'
import type { PromptJobs } from '#layers/northlight/tests/support/prompt-jobs.ts'
import { executeApprovalJob } from '#layers/northlight/server/jobs/execute-approval.ts'
import type { TestServer } from '#layers/northlight/tests/support/start-test-server.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { usePeopleServers } from '#layers/northlight/tests/support/use-people-servers.ts'

/** `npm run soak -- approvals` alters ten thousand, and five hundred over HTTP. */
const [direct, overHttp] = process.env.NORTHLIGHT_SOAK ? [10_000, 500] : [500, 60]
const perDecisionMs = 200

describe.each(testDatabases)('an altered decision, on the $name database', (kind) => {
  const servers = usePeopleServers(kind)
  let server: TestServer
  let jobs: PromptJobs
  let executor: FakeExecutor
  let ask: NamedAsk
  let asks: { others: NamedAsk[], over: NamedAsk[] }
  let browsers: BrowserSession[]
  let principals: Principal[]

  beforeEach(async () => {
    executor = createFakeExecutor()
    jobs = createPromptJobs([executeApprovalJob], () => server.services)
    server = await servers.start({ executors: [executor], jobs }, { NORTHLIGHT_LIMITS: 'off' })
    const owner = await signUpFirst(server, 'Olive')
    const [mia, sam, stranger] = [await signUpInvited(owner, 'Mia', 'mia@example.com'), await signUpInvited(owner, 'Sam', 'sam@example.com'), await signUpInvited(owner, 'Elsa', 'elsa@example.com')]
    await expectStatus(await stranger.send('POST', '/api/organizations', { name: 'Elsewhere' }), 201)
    const { key } = await (await expectStatus(await mia.send('POST', '/api/api-keys', { name: 'CI', scopes: ['approvals:read'] }), 201)).json() as { key: string }
    const withKey = openBrowser(server)
    const keyed: BrowserSession = { ...withKey, send: (method, path, body) => withKey.send(method, path, body, { authorization: `Bearer ${key}` }) }
    browsers = [mia, sam, stranger, openBrowser(server), keyed]
    const [first, second, third] = await Promise.all([mia, sam, stranger].map(toPrincipal))
    if (!first || !second || !third) throw new Error('Three have signed up.')
    principals = [first, second, third, { ...first, organizationId: third.organizationId }, { ...first, via: 'key', scopes: ['approvals:read'] }]
    const turn = await insertRunningTurn(server.services, first)
    ask = await show(await askForComment(server.services, first, turn, 'As it was shown'))
    const others = [await show(await askForComment(server.services, first, turn, 'Another ask')), await show(await askForComment(server.services, third, await insertRunningTurn(server.services, third), 'Of others'), 2)]
    const over = [await show(await askForComment(server.services, first, turn, 'Rejected')), await show(await askForComment(server.services, first, turn, 'Too late'))]
    await servers.database.prisma.approval.update({ where: { id: over[1]?.id }, data: { expiresAt: new Date(0) } })
    for (const { id, version, digest } of over) await mia.send('POST', `/api/approvals/${id}`, { decision: 'reject', version, digest })
    asks = { others, over }
    await parkTurnOfAsks(server.services, turn)
  })

  async function toPrincipal(browser: BrowserSession): Promise<Principal> {
    const { person, organization } = await readSession(browser)
    if (!person || !organization) throw new Error('Nobody is signed in.')
    return { userId: person.id, organizationId: organization.id, role: organization.role, via: 'session' }
  }

  async function show(id: string, decider = 0): Promise<NamedAsk> {
    const row = await loadApproval(servers.database.prisma, id)
    if (!row) throw new Error('The ask is gone.')
    return { id, version: row.version, digest: requireVersion(row).digest, decider }
  }

  async function requireUntouched() {
    const rows = await servers.database.prisma.approval.findMany({ select: { state: true, version: true }, orderBy: { state: 'asc' } })
    expect(rows).toEqual(['pending', 'pending', 'pending', 'rejected', 'expired'].map((state) => ({ state, version: 1 })))
    expect(await servers.database.prisma.approvalVersion.count()).toBe(rows.length)
    expect(executor.done).toEqual([])
  }

  /** And one that nobody altered does hold, for the bytes that were shown. */
  async function requireHonestHolds() {
    const { id, version, digest } = ask
    await expectStatus(await (browsers[0] ?? server).send('POST', `/api/approvals/${id}`, { decision: 'approve', version, digest }), 200)
    await jobs.done()
    expect(executor.done).toMatchObject([{ approvalId: id, body: { text: 'As it was shown' }, target: { key: 'acme/shop#1' } }])
  }

  // What it asks of the database is the same on both; over HTTP it is asked on both.
  if (kind.name === 'embedded') it(`never holds, ${direct} times, and an honest one does`, async () => {
    const refused = new Map<string, number>()
    const decideWildly = async ({ id, body, person }: WildDecision) => {
      const parsed = decisionSchema.safeParse(JSON.parse(JSON.stringify(body)))
      if (!parsed.success) return 'not a decision'
      const principal = principals[person]
      if (!principal) throw new Error('There is no such person.')
      return decideApproval(server.services, principal, id, parsed.data).then(() => 'held', (error: unknown) => {
        if (error instanceof NorthlightError) return error.code
        throw error
      })
    }
    await fc.assert(fc.asyncProperty(alterDecisions(ask, asks, principals.length), async (decision) => {
      const outcome = await decideWildly(decision)
      refused.set(outcome, (refused.get(outcome) ?? 0) + 1)
      expect(outcome).not.toBe('held')
      expect(executor.done).toEqual([])
    }), { numRuns: direct })
    await requireUntouched()
    console.info(`${direct} altered decisions: none held (${[...refused].map(([code, times]) => `${code} ${times}`).join(', ')})`)
    await requireHonestHolds()
  }, direct * perDecisionMs + 30_000)

  it(`never holds over HTTP, ${overHttp} times, and an honest one does`, async () => {
    const refused = new Map<number, number>()
    await fc.assert(fc.asyncProperty(alterDecisions(ask, asks, browsers.length), async ({ id, body, person }) => {
      const { status } = await (browsers[person] ?? server).send('POST', `/api/approvals/${encodeURIComponent(id)}`, body)
      refused.set(status, (refused.get(status) ?? 0) + 1)
      expect([400, 401, 403, 404, 409]).toContain(status)
      expect(executor.done).toEqual([])
    }), { numRuns: overHttp })
    await requireUntouched()
    console.info(`${overHttp} altered decisions over HTTP on the ${kind.name} database: none held (${[...refused].map(([status, times]) => `${status} ${times}`).join(', ')})`)
    await requireHonestHolds()
  }, overHttp * perDecisionMs + 60_000)
})
