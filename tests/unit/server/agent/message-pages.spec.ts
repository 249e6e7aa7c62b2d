import { describe, expect, it } from 'vitest'
import { askToEnd, edit, importMessages } from '#layers/northlight/tests/support/chat-client.ts'
import { answerStep } from '#layers/northlight/tests/support/model-parts.ts'
import { readEventStream } from '#layers/northlight/tests/support/read-event-stream.ts'
import { createScriptedModel } from '#layers/northlight/tests/support/scripted-model.ts'
import type { TestServer } from '#layers/northlight/tests/support/start-test-server.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const chat = 'chat-0123456789abcdef'

describe.each(testDatabases)('pages of a chat, on the $name database', (kind) => {
  const servers = useTestServers(kind)
  const importMany = (server: TestServer, count: number) => importMessages(server, Array.from({ length: count }, (_, index) => ({
    id: `m${index}`, role: index % 2 ? 'assistant' : 'user', parts: [{ type: 'text', text: `message ${index}` }],
  })))
  const read = async (server: TestServer, query: string) => {
    const { messages, earlier } = await (await server.fetch(`/api/messages?${query}`)).json() as { messages: { id: string }[], earlier: number }
    return { ids: messages.map(({ id }) => id), earlier }
  }

  it('say how many messages stand before them', async () => {
    const server = await servers.start()
    const id = await importMany(server, 45)
    const newest = await read(server, `chat=${id}&limit=20`)
    expect([newest.ids.length, newest.ids[0], newest.earlier]).toEqual([20, 'm25', 25])
    const middle = await read(server, `chat=${id}&limit=20&before=m25`)
    expect([middle.ids.length, middle.ids[0], middle.earlier]).toEqual([20, 'm5', 5])
    expect(await read(server, `chat=${id}&limit=20&before=m5`)).toEqual({ ids: ['m0', 'm1', 'm2', 'm3', 'm4'], earlier: 0 })
    expect(await read(server, `chat=${id}&limit=20&before=m0`)).toEqual({ ids: [], earlier: 0 })
  })

  it('read what stands before a message on whatever branch it is', async () => {
    const server = await servers.start({ model: { model: createScriptedModel(['One.', 'Two.', 'Three.'].map(answerStep)) } })
    await askToEnd(server, chat, 'First?')
    await askToEnd(server, chat, 'Second?', { messageId: 'question-2' })
    const { ids: [first, answer, second, last] } = await read(server, `chat=${chat}`)
    await readEventStream(await edit(server, chat, 'question-1', 'Other?', 'question-3')).toEnd()
    expect((await read(server, `chat=${chat}&limit=1`)).earlier).toBe(1)
    expect(await read(server, `chat=${chat}&limit=2&before=${last}`)).toEqual({ ids: [answer, second], earlier: 1 })
    expect(await read(server, `chat=${chat}&limit=2&before=${answer}`)).toEqual({ ids: [first], earlier: 0 })
  })

  it('are refused before a message that the chat does not have', async () => {
    const server = await servers.start()
    const id = await importMany(server, 2)
    const response = await server.fetch(`/api/messages?chat=${id}&before=none`)
    expect([response.status, await response.json()]).toMatchObject([404, { code: 'message-not-found' }])
  })

  it('read no message but their own', async () => {
    const server = await servers.start()
    const id = await importMany(server, 45)
    await servers.database.prisma.message.updateMany({ where: { chatId: id, seq: { lte: 25 } }, data: { content: 'not a message' } })
    expect((await read(server, `chat=${id}&limit=20`)).earlier).toBe(25)
    expect((await server.fetch(`/api/messages?chat=${id}&limit=21`)).status).toBe(500)
  })
})
