import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stepApproval } from '#layers/northlight/server/store/approval-store.ts'
import { insertTurnEvents } from '#layers/northlight/server/store/turn-event-store.ts'
import { renewLeases, resumeTurn, takeOverTurn } from '#layers/northlight/server/store/turn-lease-store.ts'
import { settleTurn } from '#layers/northlight/server/store/turn-store.ts'
import { parkTurn } from '#layers/northlight/server/store/waiting-turn-store.ts'
import type { Turn } from '#layers/northlight/server/store/turn-store.ts'
import { requireFirstDot } from '#layers/northlight/server/store/first-dot.ts'
import type { TestServer } from '#layers/northlight/tests/support/start-test-server.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const names = ['one', 'two', 'three'] as const
type Name = typeof names[number]

const verbs = ['write', 'renew', 'take-over', 'ask', 'answer', 'park', 'resume', 'settle'] as const
const nameArbitrary = fc.constantFrom(...names)
const stepArbitrary = fc.oneof(
  { weight: 6, arbitrary: fc.record({ verb: fc.constantFrom(...verbs), name: nameArbitrary }) },
  { weight: 2, arbitrary: fc.constant({ verb: 'lease-ends' as const, name: 'one' as Name }) },
  { weight: 1, arbitrary: fc.constant({ verb: 'all-take-over' as const, name: 'one' as Name }) },
)

describe.each(testDatabases)('the lease of a turn, on the $name database', (kind) => {
  const servers = useTestServers(kind)
  let server: TestServer
  let count = 0

  async function insertTurn(): Promise<Turn> {
    const { prisma } = servers.database
    const { organizationId, userId: createdBy } = server.services.localPrincipal
    const [id, chatId] = [`turn-${++count}`, `chat-of-turn-${count}`]
    await prisma.chat.create({ data: { id: chatId, organizationId, createdBy, ownerId: createdBy, dotId: await requireFirstDot(server.services.database, server.services.localPrincipal) } })
    return prisma.turn.create({ data: {
      id, chatId, organizationId, createdBy, state: 'running', parentMessageId: 'question-1', messageId: 'answer-1', fence: 1,
      lease: 'one', leaseExpiresAt: new Date('2999-01-01'), requestDigest: '', startedAt: new Date(0),
    } })
  }

  const takeOver = (turn: Turn, name: Name, holds: boolean) => servers.database.prisma.$transaction((transaction) =>
    takeOverTurn(transaction, turn.id, { serverId: name, listRunning: () => holds ? [turn.id] : [], isAlone: false }))

  /** A turn in the database beside what should be true of it. */
  async function begin() {
    const turn = await insertTurn()
    const claims = new Map<Name, Turn>([['one', turn]])
    const model = { state: 'running', fence: 1, lease: 'one' as Name | null, isOver: false, written: [] as string[], settledBy: undefined as string | undefined, asked: 0, open: [] as string[] }
    return { turn, claims, model }
  }
  type Run = Awaited<ReturnType<typeof begin>>
  const isHeldBy = ({ claims, model }: Run, name: Name) => model.state === 'running' && claims.get(name)?.fence === model.fence
  const end = (turn: Turn, name: Name) => ({ outcome: 'done' as const, events: [], at: new Date(1), message: { id: turn.messageId, role: 'assistant' as const, parts: [{ type: 'text', text: name }] } })

  const steps: Record<typeof verbs[number] | 'lease-ends' | 'all-take-over', (run: Run, name: Name) => Promise<void>> = {
    async 'write'(run, name) {
      const claim = run.claims.get(name)
      if (!claim) return
      const text = `${name} ${claim.fence}`
      const isWritten = await insertTurnEvents(servers.database, claim, [{ seq: run.model.written.length + 1, chunk: { type: 'text-delta', id: 't', delta: text } }])
      expect(isWritten).toBe(isHeldBy(run, name))
      if (isWritten) run.model.written.push(text)
    },
    async 'renew'(run, name) {
      const renewed = await renewLeases(servers.database, name, [run.turn.id])
      const isHolder = run.model.state === 'running' && run.model.lease === name
      expect(renewed).toEqual(isHolder ? [{ id: run.turn.id, fence: run.model.fence, isStopRequested: false }] : [])
      if (isHolder) run.model.isOver = false
    },
    async 'take-over'(run, name) {
      const taken = await takeOver(run.turn, name, isHeldBy(run, name))
      const isLost = run.model.state === 'running' && run.model.isOver && !isHeldBy(run, name)
      expect(taken?.fence).toBe(isLost ? run.model.fence + 1 : undefined)
      if (!taken) return
      run.claims.set(name, taken)
      Object.assign(run.model, { fence: taken.fence, lease: name, isOver: false })
    },
    async 'all-take-over'(run) {
      const others = names.filter((name) => !isHeldBy(run, name))
      const taken = await Promise.all(others.map(async (name) => ({ name, turn: await takeOver(run.turn, name, false) })))
      const winners = taken.filter(({ turn }) => turn)
      expect(winners).toHaveLength(run.model.state === 'running' && run.model.isOver ? 1 : 0)
      for (const { name, turn } of winners) {
        if (turn) run.claims.set(name, turn)
        Object.assign(run.model, { fence: run.model.fence + 1, lease: name, isOver: false })
      }
    },
    async 'ask'(run, name) {
      if (!isHeldBy(run, name)) return
      const id = `${run.turn.id}-${++run.model.asked}`
      const { chatId, organizationId, createdBy } = run.turn
      const dotId = await requireFirstDot(server.services.database, server.services.localPrincipal)
      await servers.database.prisma.approval.create({ data: {
        id, organizationId, createdBy, dotId, chatId, turnId: run.turn.id, toolCallId: id, toolName: 'post', kind: 'issue_comment', targetKind: 'issue', targetKey: 'acme/shop#1',
        state: 'pending', matchedRule: 'ask', policyVersion: 1, marker: id, expiresAt: new Date('2999-01-01'), createdAt: new Date(0), updatedAt: new Date(0),
        versions: { create: { version: 1, createdBy, createdAt: new Date(0), body: {}, payload: {}, digest: '' } },
      } })
      run.model.open.push(id)
    },
    async 'answer'(run) {
      const id = run.model.open.shift()
      if (id === undefined) return
      const stepped = await servers.database.prisma.$transaction((transaction) => stepApproval(transaction, { id, turnId: run.turn.id, event: 'reject', version: 1, at: new Date(1) }))
      const isReleased = run.model.state === 'waiting' && run.model.open.length === 0
      expect(stepped?.released).toEqual(isReleased ? { id: run.turn.id, fence: run.model.fence } : undefined)
      if (isReleased) run.model.state = 'queued'
    },
    async 'park'(run, name) {
      const claim = run.claims.get(name)
      if (!claim) return
      const isHeld = isHeldBy(run, name)
      expect(await servers.database.prisma.$transaction((transaction) => parkTurn(transaction, claim)) !== undefined).toBe(isHeld)
      if (isHeld) Object.assign(run.model, { state: run.model.open.length > 0 ? 'waiting' : 'queued', lease: null, isOver: false })
    },
    async 'resume'(run, name) {
      const row = await servers.database.prisma.turn.findUniqueOrThrow({ where: { id: run.turn.id } })
      const resumed = await resumeTurn(servers.database, row, name)
      expect(resumed?.fence).toBe(run.model.state === 'queued' ? run.model.fence + 1 : undefined)
      if (!resumed) return
      run.claims.set(name, resumed)
      Object.assign(run.model, { state: 'running', fence: resumed.fence, lease: name, isOver: false })
    },
    async 'settle'(run, name) {
      const claim = run.claims.get(name)
      if (!claim) return
      const may = run.model.settledBy === undefined && claim.fence === run.model.fence
      expect(await settleTurn(servers.database, claim, end(run.turn, name))).toBe(may)
      if (may) Object.assign(run.model, { state: 'done', lease: null, settledBy: name, open: [] })
    },
    async 'lease-ends'(run) {
      await servers.database.prisma.turn.updateMany({ where: { id: run.turn.id, state: 'running' }, data: { leaseExpiresAt: new Date(0) } })
      run.model.isOver = run.model.state === 'running'
    },
  }

  it('lets one server write at a time, and nobody whose time is over', async () => {
    server = await servers.start()
    await fc.assert(fc.asyncProperty(fc.array(stepArbitrary, { minLength: 5, maxLength: 25 }), async (path) => {
      const run = await begin()
      for (const { verb, name } of path) await steps[verb](run, name)
      const { prisma } = servers.database
      const row = await prisma.turn.findUniqueOrThrow({ where: { id: run.turn.id }, include: { events: { orderBy: { seq: 'asc' } } } })
      expect([row.state, row.fence, row.lease]).toEqual([run.model.state, run.model.fence, run.model.lease])
      expect(row.events.map(({ chunk }) => (chunk as { delta: string }).delta)).toEqual(run.model.written)
      expect(await prisma.message.findMany({ where: { chatId: run.turn.chatId }, select: { searchText: true } })).toEqual(run.model.settledBy ? [{ searchText: run.model.settledBy }] : [])
    }), { numRuns: 40 })
  }, 300_000)

  it('makes whoever takes it over wait for a write that is under way, and find it', async ({ skip }) => {
    if (servers.database.isEmbedded) return skip('the embedded database has one connection: nothing is under way beside it')
    server = await servers.start()
    const turn = await insertTurn()
    const { prisma } = servers.database
    await prisma.turn.update({ where: { id: turn.id }, data: { leaseExpiresAt: new Date(0) } })
    const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const writing = prisma.$transaction(async (transaction) => {
      const isWritten = await insertTurnEvents({ ...servers.database, prisma: transaction as typeof prisma }, turn, [{ seq: 1, chunk: { type: 'finish' } }])
      locked.resolve()
      await released.promise
      return isWritten
    })
    await locked.promise
    let found: number | undefined
    const taking = prisma.$transaction(async (transaction) => {
      await takeOverTurn(transaction, turn.id, { serverId: 'two', listRunning: () => [], isAlone: false })
      found = await transaction.turnEvent.count({ where: { turnId: turn.id } })
    })
    const waits = async () => (await prisma.$queryRaw<{ count: bigint }[]>`SELECT count(*) FROM pg_locks WHERE NOT granted`)[0]?.count ?? 0n
    while (await waits() === 0n);
    expect(found).toBeUndefined()
    released.resolve()
    expect(await writing).toBe(true)
    await taking
    expect(found).toBe(1)
    expect(await insertTurnEvents(servers.database, turn, [{ seq: 2, chunk: { type: 'finish' } }])).toBe(false)
  })
})
