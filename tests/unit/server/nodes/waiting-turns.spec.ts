import { describe, expect, it } from 'vitest'
import { continueTurn } from '#layers/northlight/server/agent/continue-turn.ts'
import { createJobQueue } from '#layers/northlight/server/jobs/create-job-queue.ts'
import { continueTurnJob } from '#layers/northlight/server/jobs/continue-turn.ts'
import { executeApprovalJob } from '#layers/northlight/server/jobs/execute-approval.ts'
import { titleChatJob } from '#layers/northlight/server/jobs/title-chat.ts'
import type { AnyJob } from '#layers/northlight/server/jobs/define-job.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import { decide, listAsks, readApproval, readAsk, untilState } from '#layers/northlight/tests/support/approval-client.ts'
import { ask, askToEnd, outcomeOf, partsOf, readAnswer, readMessages, toText } from '#layers/northlight/tests/support/chat-client.ts'
import { createFakeExecutor } from '#layers/northlight/tests/support/fake-executor.ts'
import { holdFirstCommit } from '#layers/northlight/tests/support/hold-first-commit.ts'
import { answerStep, callParts, callStep } from '#layers/northlight/tests/support/model-parts.ts'
import { createPromptJobs } from '#layers/northlight/tests/support/prompt-jobs.ts'
import { createScriptedModel } from '#layers/northlight/tests/support/scripted-model.ts'
import type { TestServer } from '#layers/northlight/tests/support/start-test-server.ts'
import { postgresDatabase, postgresMissing, testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { createGatedStub } from '#layers/northlight/tests/support/tool-stub.ts'
import { until } from '#layers/northlight/tests/support/until.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const chat = 'chat-0123456789abcdef'
const rounds = 10

const post = (id: string, word: string) => callParts(id, 'post', { word })
const untilDone = (server: TestServer, chatId = chat) => until(async () => outcomeOf(await readAnswer(server, chatId)) === 'done')

describe('a turn that waits, with two servers', () => {
  if (!postgresDatabase) return void it('need PostgreSQL', ({ skip }) => skip(postgresMissing))
  const servers = useTestServers(postgresDatabase)

  it(`goes on once when its two asks are decided at the same moment on both, ${rounds} times`, async () => {
    const model = createScriptedModel(Array.from({ length: rounds }, () => [callStep(post('c1', 'One'), post('c2', 'Two')), answerStep('One posted, one not.')]).flat())
    const executor = createFakeExecutor()
    const overrides = { model: { model }, tools: [createGatedStub('post')], executors: [executor] }
    const [a, b] = [await servers.start(overrides), await servers.start(overrides)]
    for (let round = 1; round <= rounds; round++) {
      const chatId = `${chat}-${round}`
      await askToEnd(a, chatId, 'Post both.')
      const [second, first] = await listAsks(b, `?state=waiting&chat=${chatId}`)
      if (!first || !second) throw new Error('Two asks wait.')
      const decided = await Promise.all([decide(a, first, round % 2 ? 'approve' : 'reject'), decide(b, second, round % 2 ? 'reject' : 'approve')])
      expect(decided.map(({ status }) => status)).toEqual([200, 200])
      await untilDone(a, chatId)
      expect((await readMessages(b, chatId)).map(toText)).toEqual(['Post both.', 'One posted, one not.'])
      const states = partsOf(await readAnswer(b, chatId), 'tool-post').map(({ state }) => state).toSorted()
      expect(states).toEqual(['output-available', 'output-denied'])
      expect([model.calls.length, executor.done.length]).toEqual([2 * round, round])
      expect(await servers.database.prisma.turn.findMany({ where: { chatId }, select: { state: true, fence: true } })).toEqual([{ state: 'done', fence: 2 }])
    }
  }, rounds * 10_000)

  it('is decided on the second, and goes on there, when the first is gone', async () => {
    const steps = [callStep(post('c1', 'Hello')), answerStep('Posted.')]
    const executor = createFakeExecutor()
    const overrides = { model: { model: createScriptedModel(steps) }, tools: [createGatedStub('post')], executors: [executor] }
    const a = await servers.start(overrides)
    await askToEnd(a, chat, 'Post it.')
    await a.services.close()
    const b = await servers.start(overrides)
    expect((await decide(b, await readAsk(b), 'approve')).status).toBe(200)
    await untilDone(b)
    expect([executor.done.length, (await readMessages(b, chat)).map(toText)]).toEqual([1, ['Post it.', 'Posted.']])
  })

  it('goes on once when both take it up', async () => {
    const model = createScriptedModel([callStep(post('c1', 'Hello')), answerStep('I see.')])
    const overrides = { model: { model }, tools: [createGatedStub('post')], executors: [createFakeExecutor()] }
    const forgetful = (services: () => Services) => createPromptJobs([], services)
    const a: TestServer = await servers.start({ ...overrides, jobs: forgetful(() => a.services) })
    const b: TestServer = await servers.start({ ...overrides, jobs: forgetful(() => b.services) })
    await askToEnd(a, chat, 'Post it.')
    await decide(b, await readAsk(b), 'reject')
    const { id } = await servers.database.prisma.turn.findFirstOrThrow()
    const lives = await Promise.all([a, b, a, b].map(({ services }) => continueTurn(services, id)))
    expect(lives.filter((live) => live !== undefined)).toHaveLength(1)
    await untilDone(a)
    expect([model.calls.length, (await readMessages(a, chat)).length]).toEqual([2, 2])
  })
})

describe.each(testDatabases)('a turn that waits, on the $name database', (kind) => {
  const servers = useTestServers(kind)

  it('goes on when its ask is decided before it waits', async () => {
    const model = createScriptedModel([callStep(post('c1', 'One'), post('c2', 'Two')), answerStep('It is decided.')])
    const [mayAsk, executor] = [Promise.withResolvers<void>(), createFakeExecutor()]
    const slow = createGatedStub('post')
    const toAction: typeof slow.toAction = async (input, context) => {
      if ((input as { word: string }).word === 'Two') await mayAsk.promise
      return slow.toAction(input, context)
    }
    const server = await servers.start({ model: { model }, executors: [executor], tools: [{ ...slow, toAction }] })
    await ask(server, chat, 'Post both.')
    await until(async () => (await listAsks(server)).length === 1)
    const first = await readAsk(server)
    await decide(server, first, 'approve')
    await untilState(server, first.id, 'executed')
    mayAsk.resolve()
    await until(async () => (await listAsks(server, '?state=pending')).length === 1)
    // It may wait by now, or be just about to.
    await decide(server, await readAsk(server), 'reject')
    await untilDone(server)
    expect([model.calls.length, executor.done.length, (await readMessages(server, chat)).length]).toEqual([2, 1, 2])
  })

  it('goes on when it was released before its server had put it away', async () => {
    const held = holdFirstCommit(servers.database)
    const model = createScriptedModel([callStep(post('c1', 'Hello')), answerStep('I see.')])
    // It is put away only once somebody has looked for it and waits.
    const wait = async () => held.release()
    const server: TestServer = await servers.start({ wait, database: held.database, model: { model }, tools: [createGatedStub('post')], executors: [createFakeExecutor()], jobs: createPromptJobs([], () => server.services) })
    const gate = server.services.gate
    Object.assign(server.services, { gate: async (...asked: Parameters<typeof gate>) => gate(...asked).finally(held.arm) })
    const asked = ask(server, chat, 'Post it.')
    await held.committed
    const { id: turnId } = await servers.database.prisma.turn.findFirstOrThrow({ where: { state: 'waiting' } })
    await decide(server, await readAsk(server), 'reject')
    expect(await continueTurn(server.services, turnId)).toBeDefined()
    await asked
    await untilDone(server)
    expect([model.calls.length, (await readMessages(server, chat)).length]).toEqual([2, 2])
  })

  /** The real queue, of which this server works off these kinds alone; the others are stored for the next one. */
  const createQueue = (works: readonly AnyJob[], getServices: () => Services) => createJobQueue(servers.database, [executeApprovalJob, continueTurnJob, titleChatJob].map((job) => ({
    ...job, workers: works.includes(job) ? 1 : 0, run: (data: unknown, signal: AbortSignal) => job.run(getServices(), data, signal),
  })))

  it.each([['approved', []], ['executed', [executeApprovalJob]]] as const)('is taken up by the next server when the one before ends with its ask %s', async (state, works) => {
    const executor = createFakeExecutor()
    const overrides = { model: { model: createScriptedModel([callStep(post('c1', 'Hello')), answerStep('Posted.')]) }, tools: [createGatedStub('post')], executors: [executor] }
    const first: TestServer = await servers.start({ ...overrides, jobs: createQueue(works, () => first.services) })
    await askToEnd(first, chat, 'Post it.')
    const { id } = await readAsk(first)
    await decide(first, await readAsk(first), 'approve')
    await untilState(first, id, state)
    await first.services.close()
    expect((await servers.database.prisma.turn.findFirstOrThrow()).state).toBe(state === 'approved' ? 'waiting' : 'queued')
    const next: TestServer = await servers.start({ ...overrides, jobs: createQueue([executeApprovalJob, continueTurnJob], () => next.services) })
    await untilDone(next)
    expect([(await readApproval(next, id)).state, executor.done.length, (await readMessages(next, chat)).map(toText)]).toEqual(['executed', 1, ['Post it.', 'Posted.']])
  })
})
