import { describe, expect, it } from 'vitest'
import { decide, readAsk } from '#layers/northlight/tests/support/approval-client.ts'
import { askToEnd, outcomeOf, readAnswer } from '#layers/northlight/tests/support/chat-client.ts'
import { createFakeExecutor } from '#layers/northlight/tests/support/fake-executor.ts'
import { answerStep, callParts, callStep } from '#layers/northlight/tests/support/model-parts.ts'
import { createScriptedModel } from '#layers/northlight/tests/support/scripted-model.ts'
import type { TestServer } from '#layers/northlight/tests/support/start-test-server.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { createGatedStub } from '#layers/northlight/tests/support/tool-stub.ts'
import { until } from '#layers/northlight/tests/support/until.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const chat = 'chat-0123456789abcdef'
const other = 'chat-other-0123456789'

describe.each(testDatabases)('what waits in a chat, on the $name database', (kind) => {
  const servers = useTestServers(kind)
  const hasAsks = async (server: TestServer, id: string) => (await (await server.fetch(`/api/chats/${id}`)).json() as { hasAsks: boolean }).hasAsks

  it('is told of with the chat, and of no other, until it is decided', async () => {
    const model = createScriptedModel([answerStep('Hello.'), callStep(callParts('c1', 'post', { word: 'Hello' })), answerStep('Fine.')])
    const server = await servers.start({ model: { model }, tools: [createGatedStub('post')], executors: [createFakeExecutor()] })
    await askToEnd(server, other, 'Hello?')
    await askToEnd(server, chat, 'Post it.')
    expect([await hasAsks(server, chat), await hasAsks(server, other)]).toEqual([true, false])
    await decide(server, await readAsk(server), 'reject')
    await until(async () => outcomeOf(await readAnswer(server, chat)) === 'done')
    expect(await hasAsks(server, chat)).toBe(false)
  })

  it('is told of with the chat through which it is asked', async () => {
    const model = createScriptedModel([answerStep('Hello.'), callStep(callParts('c1', 'post', { word: 'Hello' }))])
    const server = await servers.start({ model: { model }, tools: [createGatedStub('post')], executors: [createFakeExecutor()] })
    await askToEnd(server, other, 'Hello?')
    await askToEnd(server, chat, 'Post it.')
    await servers.database.prisma.approval.updateMany({ data: { leadChatId: other } })
    expect([await hasAsks(server, chat), await hasAsks(server, other)]).toEqual([true, true])
  })
})
