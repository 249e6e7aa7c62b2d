import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { isTerminal, planApprovalStep } from '#layers/northlight/shared/approvals/approval-states.ts'
import type { ApprovalEvent, ApprovalState } from '#layers/northlight/shared/approvals/approval-states.ts'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import { stopTurn } from '#layers/northlight/server/agent/stop-turn.ts'
import { decideApproval } from '#layers/northlight/server/approvals/decide-approval.ts'
import { executeApproval } from '#layers/northlight/server/approvals/execute-approval.ts'
import { expireApproval } from '#layers/northlight/server/approvals/expire-approval.ts'
import { settleApproval } from '#layers/northlight/server/approvals/settle-approval.ts'
import { sweepApprovals } from '#layers/northlight/server/approvals/sweep-approvals.ts'
import { loadApproval, requireVersion } from '#layers/northlight/server/store/approval-store.ts'
import { setSandbox } from '#layers/northlight/server/store/gate-store.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import { askForComment, insertRunningTurn, parkTurnOfAsks } from '#layers/northlight/tests/support/insert-asks.ts'
import type { AskingTurn } from '#layers/northlight/tests/support/insert-asks.ts'
import { createWatchedWorld } from '#layers/northlight/tests/support/watched-world.ts'
import type { WatchedWorld } from '#layers/northlight/tests/support/watched-world.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { until } from '#layers/northlight/tests/support/until.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

/** `npm run soak -- approvals` makes a thousand. */
const numRuns = process.env.NORTHLIGHT_SOAK ? 1_000 : 20
const perRunMs = 5_000
const later = { now: () => Date.parse('2999-01-01') }

const words = ['approve', 'edit', 'reject', 'expire', 'stop', 'ask-again', 'begin', 'begin-in-sandbox', 'lose', 'settle-done', 'settle-not-done'] as const
type Word = typeof words[number]
const wordArbitrary = fc.oneof({ weight: 2, arbitrary: fc.constantFrom<Word>(...words) }, { weight: 3, arbitrary: fc.constantFrom<Word>('approve', 'approve', 'begin', 'begin', 'lose') })
const actArbitrary = fc.record({ word: wordArbitrary, ask: fc.nat(2), node: fc.nat(1), isStale: fc.boolean() })
/** In each round all act at once; what is being done outside is done at its end, or goes on. */
const roundsArbitrary = fc.array(fc.record({ acts: fc.array(actArbitrary, { minLength: 1, maxLength: 5 }), isDone: fc.boolean() }), { minLength: 1, maxLength: 6 })
const faultArbitrary = fc.constantFrom<WatchedWorld['executor']['fault']>(undefined, undefined, 'refuse', 'drop', 'lose')
type Act = { word: Word, ask: number, node: number, isStale: boolean }

const eventOf: Record<string, ApprovalEvent | undefined> = {
  approved: 'approve', edited: 'edit', rejected: 'reject', expired: 'expire', cancelled: 'cancel', superseded: 'supersede', begun: 'begin', executed: 'succeed', failed: 'fail', lost: 'lose',
}
/** What somebody may be told whose answer came too late, or meets a closed gate. */
const refusals = ['approval-decided', 'approval-changed', 'gate-closed']

interface Run extends AskingTurn {
  ids: string[]
  /** What was shown first, for those who answer late. */
  first: Map<string, { version: number, digest: string }>
}

describe.each(testDatabases)('an ask that several servers answer at once, on the $name database', (kind) => {
  const servers = useTestServers(kind)
  let world: WatchedWorld
  beforeEach(async () => void (world = await createWatchedWorld(servers)))

  const read = async (id: string) => {
    const row = await loadApproval(servers.database.prisma, id)
    if (!row) throw new Error(`The ask ${id} is gone.`)
    return row
  }
  const show = async (id: string) => {
    const row = await read(id)
    return { version: row.version, digest: requireVersion(row).digest }
  }
  const setSandboxTo = (isOn: boolean) => servers.database.prisma.$transaction((transaction) => setSandbox(transaction, 'local-organization', isOn, 'local-user', new Date(0)))

  async function begin(asks: number): Promise<Run> {
    const [services] = world.nodes
    const turn = await insertRunningTurn(services, services.localPrincipal)
    const ids: string[] = []
    for (let number = 0; number < asks; number++) ids.push(await askForComment(services, services.localPrincipal, turn, `Text ${number}`))
    await parkTurnOfAsks(services, turn)
    const first = new Map(await Promise.all(ids.map(async (id) => [id, await show(id)] as const)))
    return { ...turn, ids, first }
  }

  const steps: Record<Word, (services: Services, id: string, shown: { version: number, digest: string }, run: Run) => Promise<unknown>> = {
    'approve': (services, id, shown) => decideApproval(services, services.localPrincipal, id, { decision: 'approve', ...shown }),
    'edit': (services, id, shown) => decideApproval(services, services.localPrincipal, id, { decision: 'edit', body: { text: `Edited by ${services.serverId}` }, ...shown }),
    'reject': (services, id, shown) => decideApproval(services, services.localPrincipal, id, { decision: 'reject', reason: 'No.', ...shown }),
    'expire': (services, id) => expireApproval({ ...services, clock: later }, id),
    'stop': (services, _id, _shown, { chatId }) => stopTurn(services, chatId),
    'ask-again': async (services, id, _shown, { chatId, turnId }) => {
      const { turn } = servers.database.prisma
      const { count } = await turn.updateMany({ where: { id: turnId, state: 'waiting', detached: false }, data: { detached: true } })
      if (count === 0) return
      const { body } = requireVersion(await read(id))
      const again = await insertRunningTurn(services, services.localPrincipal, { chatId, turnId: services.ids() })
      // Another act may have turned sandbox mode on at this moment: then nothing is asked.
      await askForComment(services, services.localPrincipal, again, (body as { text: string }).text).catch((error: unknown) => expect(String(error)).toContain('blocked'))
      // It is of no further interest.
      await turn.update({ where: { id: again.turnId }, data: { state: 'waiting', detached: true } })
    },
    'begin': (services, id) => executeApproval(services, id),
    'begin-in-sandbox': async (services, id) => {
      await setSandboxTo(true)
      await executeApproval(services, id)
      await setSandboxTo(false)
    },
    'lose': async (services) => {
      await servers.database.prisma.approval.updateMany({ where: { state: 'executing' }, data: { executorExpiresAt: new Date(0) } })
      await sweepApprovals(services)
    },
    'settle-done': (services, id, shown) => settleApproval(services, services.localPrincipal, id, { happened: true, ...shown }),
    'settle-not-done': (services, id, shown) => settleApproval(services, services.localPrincipal, id, { happened: false, ...shown }),
  }

  async function act(run: Run, { word, ask, node, isStale }: Act) {
    const id = run.ids[ask % run.ids.length] ?? ''
    const shown = (isStale ? run.first.get(id) : undefined) ?? await show(id)
    try {
      await steps[word](world.nodes[node] ?? world.nodes[0], id, shown, run)
    }
    catch (error) {
      if (!(error instanceof NorthlightError) || !refusals.includes(error.code)) throw error
    }
  }

  /** The log tells of one way through the states, which ends where the row stands. */
  async function requireOneEnd(id: string) {
    const row = await read(id)
    const entries = await servers.database.prisma.reviewLogEntry.findMany({ where: { approvalId: id }, orderBy: { id: 'asc' } })
    const [asked, ...later] = entries
    expect([asked?.event, asked?.state]).toEqual(['asked', 'pending'])
    let state: ApprovalState = 'pending'
    for (const entry of later) {
      const event = entry.event === 'settled' ? entry.state === 'executed' ? 'succeed' : 'fail' : eventOf[entry.event]
      const next: ApprovalState | undefined = event && planApprovalStep(state, event)
      expect([state, entry.event, next]).toEqual([state, entry.event, entry.state])
      state = next ?? state
    }
    expect(state).toBe(row.state)
    const ended = entries.filter((entry) => isTerminal(entry.state as ApprovalState))
    expect(ended).toHaveLength(isTerminal(row.state) ? 1 : 0)
    await requireOneExecution(id, later.map(({ event }) => event))
    return { row, changes: entries.map((entry) => `${entry.state}`) }
  }

  async function requireOneExecution(id: string, events: string[]) {
    const approved = events.filter((event) => event === 'approved').length
    const attempts = world.begun.filter((begun) => begun.approvalId === id)
    expect(approved).toBeLessThanOrEqual(1)
    expect(attempts.length).toBeLessThanOrEqual(events.filter((event) => event === 'begun').length)
    expect(events.filter((event) => event === 'begun').length).toBeLessThanOrEqual(approved)
    for (const { body } of attempts) expect(body).toEqual(requireVersion(await read(id)).body)
  }

  /** Each change is told of once, by every server that has readers, with the state that it brought. */
  async function requireToldOnce(id: string, changes: string[]) {
    const toldBy = (node: number) => world.told[node]?.filter((event) => event.id === id).map(({ state }) => state) ?? []
    const all = () => kind.name === 'embedded' ? [[...toldBy(0), ...toldBy(1)]] : [toldBy(0), toldBy(1)]
    await until(() => all().every((states) => states.length >= changes.length))
    for (const states of all()) expect(states.toSorted()).toEqual(changes.toSorted())
  }

  it('has one winner, is done at most once, and ends once, whoever answers when', async () => {
    let ended = 0
    let executed = 0
    await fc.assert(fc.asyncProperty(fc.integer({ min: 1, max: 3 }), roundsArbitrary, faultArbitrary, async (asks, rounds, fault) => {
      world.forget()
      const run = await begin(asks)
      world.executor.fault = fault
      const outside: Promise<void>[] = []
      for (const { acts, isDone } of rounds) {
        const release = world.holdOutside()
        const started = acts.map((each) => ({ goesOutside: each.word.startsWith('begin'), done: act(run, each) }))
        outside.push(...started.filter(({ goesOutside }) => goesOutside).map(({ done }) => done))
        await Promise.all(started.filter(({ goesOutside }) => !goesOutside).map(({ done }) => done))
        if (!isDone) continue
        release()
        await Promise.all(outside)
      }
      world.releaseOutside()
      await Promise.all(outside)
      for (const word of ['approve', 'begin', 'settle-done'] as const) {
        await Promise.all(run.ids.flatMap((_id, ask) => [0, 1].map((node) => act(run, { word, ask, node, isStale: false }))))
      }
      const ends = await Promise.all(run.ids.map(requireOneEnd))
      for (const [index, id] of run.ids.entries()) await requireToldOnce(id, ends[index]?.changes ?? [])
      expect(ends.map(({ row }) => row.state).filter((state) => !isTerminal(state))).toEqual([])
      ended += ends.length
      executed += ends.filter(({ row }) => row.state === 'executed').length
      const turn = await servers.database.prisma.turn.findUniqueOrThrow({ where: { id: run.turnId } })
      if (turn.state !== 'stopped') expect(turn.state).toBe(turn.detached ? 'waiting' : 'queued')
      const continued = [...world.continued].filter((key) => key.startsWith(`${run.turnId}:`))
      expect(continued).toEqual(turn.state === 'queued' ? [`${run.turnId}:${turn.fence}`] : continued.slice(0, 1))
    }), { numRuns })
    console.info(`${numRuns} interleavings on the ${kind.name} database: ${ended} asks ended, ${executed} of them done, none twice.`)
    expect(executed).toBeGreaterThan(0)
  }, numRuns * perRunMs + 30_000)
})
