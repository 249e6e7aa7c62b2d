import { describe, expect, it } from 'vitest'
import { ask, askToEnd, outcomeOf, readMessages, stop, toQuestion } from '#layers/northlight/tests/support/chat-client.ts'
import { finishPart } from '#layers/northlight/tests/support/model-parts.ts'
import { createScriptedModel } from '#layers/northlight/tests/support/scripted-model.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const chat = 'chat-0123456789abcdef'

describe.each(testDatabases)('nothing empty is stored on the $name database', (kind) => {
  const servers = useTestServers(kind)
  const readIds = async () => (await servers.database.prisma.message.findMany({ where: { chatId: chat }, select: { id: true } })).map(({ id }) => id)

  it('D11 an answer that was stopped before its first word says how it ended, under an id of its own', async () => {
    const model = createScriptedModel()
    const server = await servers.start({ model: { model } })
    const response = await ask(server, chat, 'What failed?')
    await model.call(1)
    await stop(server, chat)
    await response.body?.cancel()
    const [question, answer, ...more] = await readMessages(server, chat)
    expect([question?.id, more]).toEqual(['question-1', []])
    expect(answer?.id).toMatch(/^[\w-]{16,64}$/)
    expect(answer && outcomeOf(answer)).toBe('stopped')
  })

  it('D11 a model that says nothing leaves a message that tells so, under an id of its own', async () => {
    const server = await servers.start({ model: { model: createScriptedModel([[finishPart()]]) } })
    await askToEnd(server, chat, 'What failed?')
    const answer = (await readMessages(server, chat)).at(-1)
    expect([answer?.role, answer && outcomeOf(answer)]).toEqual(['assistant', 'done'])
    expect(answer?.id).toMatch(/^[\w-]{16,64}$/)
    expect(await readIds()).not.toContain('')
  })

  it.each([
    ['an empty id', { ...toQuestion(chat, 'What failed?'), message: { id: '', role: 'user', parts: [{ type: 'text', text: 'What failed?' }] } }],
    ['no part', { ...toQuestion(chat, ''), message: { id: 'question-1', role: 'user', parts: [] } }],
    ['an empty text', toQuestion(chat, '')],
    ['blanks for a text', toQuestion(chat, ' \n ')],
  ])('D11 a message with %s is refused, and no chat begins with it', async (_name, body) => {
    const model = createScriptedModel()
    const server = await servers.start({ model: { model } })
    const response = await server.send('POST', '/api/chat', body)
    expect([response.status, (await response.json() as { code: string }).code]).toEqual([400, 'request-invalid'])
    expect(await readIds()).toEqual([])
    expect(await servers.database.prisma.chat.count()).toBe(0)
    expect(model.calls).toEqual([])
  })
})
