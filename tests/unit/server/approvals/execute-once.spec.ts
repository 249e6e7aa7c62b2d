import { describe, expect, it } from 'vitest'
import { executeApproval } from '#layers/northlight/server/approvals/execute-approval.ts'
import type { Gate } from '#layers/northlight/server/approvals/gate.ts'
import { requestAction } from '#layers/northlight/server/approvals/request-action.ts'
import { sweepApprovals } from '#layers/northlight/server/approvals/sweep-approvals.ts'
import { setSandbox } from '#layers/northlight/server/store/gate-store.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import { decide, listAsks, readApproval, readAsk } from '#layers/northlight/tests/support/approval-client.ts'
import { ask, askToEnd, outcomeOf, readAnswer, stop } from '#layers/northlight/tests/support/chat-client.ts'
import { createFakeExecutor } from '#layers/northlight/tests/support/fake-executor.ts'
import { insertApproval } from '#layers/northlight/tests/support/insert-approval.ts'
import { askForComment, insertRunningTurn } from '#layers/northlight/tests/support/insert-asks.ts'
import { callParts, callStep } from '#layers/northlight/tests/support/model-parts.ts'
import { createPromptJobs } from '#layers/northlight/tests/support/prompt-jobs.ts'
import { createScriptedModel } from '#layers/northlight/tests/support/scripted-model.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { createGatedStub } from '#layers/northlight/tests/support/tool-stub.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const chat = 'chat-0123456789abcdef'

describe.each(testDatabases)('what was approved, on the $name database', (kind) => {
  const servers = useTestServers(kind)

  /** The same server, held up where it looks at the gate. */
  function holdAtGate(services: Services, hold: () => Promise<void>): Services {
    const prisma = new Proxy(services.database.prisma, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (name !== 'dot') return typeof value === 'function' ? value.bind(target) as unknown : value
        return { findFirst: async (query: Parameters<typeof target.dot.findFirst>[0]) => {
          await hold()
          return target.dot.findFirst(query)
        } }
      },
    })
    return { ...services, serverId: 'held-up', database: { ...services.database, prisma } }
  }

  it('is not told to have failed by a server that was held up, while another one does it', async () => {
    const executor = createFakeExecutor()
    const server = await servers.start({ executors: [executor], jobs: createPromptJobs([], () => server.services) })
    const { services } = server
    const turn = await insertRunningTurn(services, services.localPrincipal)
    const id = await askForComment(services, services.localPrincipal, turn, 'Hello')
    await services.database.prisma.approval.update({ where: { id }, data: { state: 'approved', decidedBy: 'local-user' } })
    const [isOutside, mayAnswer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { run } = executor
    executor.run = async (...order) => {
      isOutside.resolve()
      await mayAnswer.promise
      return run(...order)
    }
    const heldUp = executeApproval(holdAtGate(services, async () => {
      await isOutside.promise
      await services.database.prisma.$transaction((transaction) => setSandbox(transaction, 'local-organization', true, 'local-user', new Date(0)))
    }), id)
    const carriesOut = executeApproval(services, id)
    await heldUp
    expect((await readApproval(server, id)).state).toBe('executing')
    mayAnswer.resolve()
    await carriesOut
    expect([(await readApproval(server, id)).state, executor.done.length]).toEqual(['executed', 1])
    await services.database.prisma.organizationGate.deleteMany()
  })

  it('is taken up when it was left behind, whatever stands in the way of another one', async () => {
    const server = await servers.start({ executors: [createFakeExecutor()], jobs: createPromptJobs([], () => server.services) })
    await insertApproval(servers.database, 'of-no-kind', { kind: 'none' })
    await insertApproval(servers.database, 'of-a-kind', { kind: 'issue_comment' })
    await sweepApprovals(server.services)
    expect([(await readApproval(server, 'of-no-kind')).state, (await readApproval(server, 'of-a-kind')).state]).toEqual(['executing', 'unknown'])
  })

  it('can be decided whatever its target is called', async () => {
    const stub = createGatedStub('post')
    const toAction: typeof stub.toAction = async (...call) => {
      const action = await stub.toAction(...call)
      return { ...action, target: { ...action.target, title: 'Half a sign \uD83D, and \u0000' } }
    }
    const model = createScriptedModel([callStep(callParts('c1', 'post', { word: 'Hello' }))])
    const server = await servers.start({ model: { model }, tools: [{ ...stub, toAction }], executors: [createFakeExecutor()] })
    await askToEnd(server, chat, 'Post it.')
    expect((await decide(server, await readAsk(server), 'reject')).status).toBe(200)
  })

  it('is not asked for by an answer that was stopped just before', async () => {
    const [isAsking, mayAsk, wasAsked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const gate: Gate = async (...asked) => {
      isAsking.resolve()
      await mayAsk.promise
      return requestAction(server.services, ...asked).finally(wasAsked.resolve)
    }
    const model = createScriptedModel([callStep(callParts('c1', 'post', { word: 'Hello' }))])
    const server = await servers.start({ gate, model: { model }, tools: [createGatedStub('post')], executors: [createFakeExecutor()] })
    await ask(server, chat, 'Post it.')
    await isAsking.promise
    expect(await stop(server, chat)).toEqual({ stopped: true })
    mayAsk.resolve()
    await wasAsked.promise
    expect(outcomeOf(await readAnswer(server, chat))).toBe('stopped')
    expect(await listAsks(server)).toEqual([])
  })
})
