import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Approval } from '#layers/northlight/shared/approvals/approval-answers.ts'
import { isTerminal } from '#layers/northlight/shared/approvals/approval-states.ts'
import { decide, readApproval } from '#layers/northlight/tests/support/approval-client.ts'
import type { Decided } from '#layers/northlight/tests/support/approval-client.ts'
import { askToEnd, outcomeOf, readAnswer } from '#layers/northlight/tests/support/chat-client.ts'
import { startFakeGithub } from '#layers/northlight/tests/support/fake-github.ts'
import type { FakeGithub } from '#layers/northlight/tests/support/fake-github.ts'
import { answerStep, callParts, callStep } from '#layers/northlight/tests/support/model-parts.ts'
import { connectGithub, createPostTool, githubVariables } from '#layers/northlight/tests/support/post-to-github.ts'
import { createScriptedModel } from '#layers/northlight/tests/support/scripted-model.ts'
import type { TestServer } from '#layers/northlight/tests/support/start-test-server.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { until } from '#layers/northlight/tests/support/until.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

/** `npm run soak -- approvals` races for five hundred. */
const chats = process.env.NORTHLIGHT_SOAK ? 50 : 3
const asksEach = 10
const asks = chats * asksEach
/** So many asks are raced for at the same time, by three people each. */
const atOnce = 10
const mayTakeMs = 60_000 + asks * 1_000

describe.each(testDatabases)('two who approve and one who rejects at once, on the $name database', (kind) => {
  const servers = useTestServers(kind)
  let github: FakeGithub
  beforeEach(async () => void (github = await startFakeGithub()))
  afterEach(() => github.close())

  const toChatId = (chat: number) => `chat-of-the-race-${String(chat).padStart(4, '0')}`
  const toText = (chat: number, number: number) => `Text ${chat}.${number}`

  /** A model that asks for ten comments in each chat, and then says that it is done; servers with the real job queue. */
  async function start(): Promise<TestServer[]> {
    const first = Array.from({ length: chats }, (_, chat) => callStep(...Array.from({ length: asksEach }, (__, number) => callParts(`c${chat}-${number}`, 'post', { text: toText(chat, number) }))))
    const model = createScriptedModel([...first, ...first.map(() => answerStep('It is decided.'))])
    const titleModel = createScriptedModel(first.map(() => answerStep('Comments')))
    const overrides = { model: { model }, titleModel: { model: titleModel }, tools: [createPostTool(github.apiUrl)] }
    const nodes = kind.name === 'embedded' ? 1 : 2
    const started: TestServer[] = []
    for (let node = 0; node < nodes; node++) started.push(await servers.start(overrides, githubVariables))
    return started
  }

  const readAll = () => servers.database.prisma.approval.findMany({ orderBy: { id: 'asc' }, select: { id: true, state: true, marker: true, versions: { select: { body: true, digest: true } } } })

  /** The three come from different servers, where there are several, in every order. */
  async function race([first, second = first]: TestServer[], ask: Pick<Approval, 'id' | 'version' | 'digest'>, turn: number): Promise<Decided[]> {
    if (!first || !second) throw new Error('No server runs.')
    const people = [{ server: first, word: 'approve' }, { server: second, word: 'approve' }, { server: turn % 2 ? first : second, word: 'reject' }]
    const inOrder = [...people.slice(turn % 3), ...people.slice(0, turn % 3)]
    const decided = await Promise.all(inOrder.map(async ({ server, word }) => {
      // To approve takes the server a look more: mostly, whoever rejects looks first too.
      for (let looks = word === 'reject' ? turn % 4 : 0; looks > 0; looks--) await readApproval(server, ask.id)
      return decide(server, ask, word)
    }))
    const winners = decided.filter(({ status }) => status === 200)
    expect(winners).toHaveLength(1)
    const states = inOrder[decided.findIndex(({ status }) => status === 200)]?.word === 'reject' ? ['rejected'] : ['approved', 'executing', 'executed']
    expect(states).toContain(winners[0]?.body.state)
    for (const { status, body } of decided.filter((each) => each.status !== 200)) {
      expect([status, body.code]).toEqual([409, 'approval-decided'])
      expect(body.approval).toMatchObject({ id: ask.id, version: 1 })
      expect(states).toContain((body.approval as { state: string }).state)
    }
    return decided
  }

  it(`end ${asks} asks once each, and comment once for each that was approved`, async () => {
    const nodes = await start()
    const [server] = nodes
    if (!server) throw new Error('No server runs.')
    await connectGithub(server, github)
    for (let chat = 0; chat < chats; chat++) await askToEnd(server, toChatId(chat), 'Post them.')
    const pending = await readAll()
    expect(pending.map(({ state }) => state)).toEqual(Array.from({ length: asks }, () => 'pending'))
    const startedAt = performance.now()
    const queue = [...pending.entries()]
    const statuses: number[] = []
    await Promise.all(Array.from({ length: atOnce }, async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const [turn, { id, versions }] = next
        statuses.push(...(await race(nodes, { id, version: 1, digest: versions[0]?.digest ?? '' }, turn)).map(({ status }) => status))
      }
    }))
    const decidedMs = performance.now() - startedAt
    await until(async () => (await readAll()).every(({ state }) => isTerminal(state)), mayTakeMs)
    const doneMs = performance.now() - startedAt
    const ended = await readAll()
    const executed = ended.filter(({ state }) => state === 'executed')
    const posts = github.calls.filter(({ method }) => method === 'POST')
    console.info(`${asks} asks × 3 decisions on the ${kind.name} database: ${executed.length} approved and done, ${asks - executed.length} rejected, ${posts.length} calls at GitHub; decided in ${(decidedMs / 1_000).toFixed(1)} s, done in ${(doneMs / 1_000).toFixed(1)} s`)
    expect(ended.filter(({ state }) => state !== 'executed' && state !== 'rejected')).toEqual([])
    expect([statuses.filter((status) => status === 200).length, statuses.filter((status) => status === 409).length]).toEqual([asks, 2 * asks])
    expect([executed.length > 0, executed.length < asks]).toEqual([true, true])
    expect(posts).toHaveLength(executed.length)
    const expected = executed.map(({ versions, marker }) => `${(versions[0]?.body as { text: string }).text}\n\n<!-- northlight:${marker} -->`)
    expect(github.comments.map(({ body }) => body).toSorted()).toEqual(expected.toSorted())
    for (let chat = 0; chat < chats; chat++) await until(async () => outcomeOf(await readAnswer(server, toChatId(chat))) === 'done', mayTakeMs)
    expect(await servers.database.prisma.message.groupBy({ by: ['chatId'], _count: true, having: { chatId: { _count: { not: 2 } } } })).toEqual([])
  }, 3 * mayTakeMs)
})
