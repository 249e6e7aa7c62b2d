import { describe, expect, it } from 'vitest'
import { ask } from '#layers/northlight/tests/support/chat-client.ts'
import { createScriptedModel } from '#layers/northlight/tests/support/scripted-model.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const chat = 'chat-0123456789abcdef'

describe.each(testDatabases)('a chat that is deleted while it answers, on the $name database', (kind) => {
  const servers = useTestServers(kind)

  it('comes back in the place where it stood, with what was said', async () => {
    const model = createScriptedModel()
    let now = 1_800_000_000_000
    const server = await servers.start({ model: { model }, clock: { now: () => now } })
    const readUpdatedAt = async () => (await servers.database.prisma.chat.findUniqueOrThrow({ where: { id: chat } })).updatedAt.getTime()
    await ask(server, chat, 'What failed?')
    await model.call(1)
    const askedAt = await readUpdatedAt()
    now += 60_000
    expect((await server.fetch(`/api/chats/${chat}`, { method: 'DELETE' })).status).toBe(204)
    expect(await servers.database.prisma.message.count({ where: { chatId: chat } })).toBe(2)
    expect(await readUpdatedAt()).toBe(askedAt)
  })
})
