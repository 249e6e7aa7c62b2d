import { describe, expect, it, vi } from 'vitest'
import { ask, askToEnd, importMessages, readAnswer, stop } from '#layers/northlight/tests/support/chat-client.ts'
import { answerStep, callParts, callStep, textParts } from '#layers/northlight/tests/support/model-parts.ts'
import { readEvents } from '#layers/northlight/tests/support/read-events.ts'
import { createScriptedModel } from '#layers/northlight/tests/support/scripted-model.ts'
import { embeddedDatabase } from '#layers/northlight/tests/support/test-databases.ts'
import { createGatedStub } from '#layers/northlight/tests/support/tool-stub.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const chat = 'chat-0123456789abcdef'

describe('GET /api/events', () => {
  const servers = useTestServers(embeddedDatabase)

  it('tells every reader of a turn\'s start and of its end, once what it ended with is stored', async () => {
    const server = await servers.start({ model: { model: createScriptedModel([answerStep('Two tests failed.')]) } })
    const readers = await Promise.all([readEvents(server), readEvents(server)])
    await askToEnd(server, chat, 'What failed?')
    for (const reader of readers) {
      const ended = await reader.until('turn-ended')
      expect(reader.events).toEqual([{ type: 'turn-started', chatId: chat, turnId: ended.turnId }, { type: 'turn-ended', chatId: chat, turnId: ended.turnId, outcome: 'done' }])
    }
    expect(await readAnswer(server, chat)).toMatchObject({ role: 'assistant' })
    expect(await (await server.fetch(`/api/chats/${chat}`)).json()).toMatchObject({ isRunning: false })
  })

  it.each([
    ['failed', async (_server: object, call: { fail(error: unknown): void }) => call.fail(new Error('The model is away.'))],
    ['stopped', async (server: Parameters<typeof stop>[0]) => void await stop(server, chat)],
  ] as const)('says that a turn %s', async (outcome, end) => {
    const model = createScriptedModel()
    const server = await servers.start({ model: { model } })
    const reader = await readEvents(server)
    const response = await ask(server, chat, 'What failed?')
    const call = await model.call(1)
    call.push(...textParts('t', 'Two '))
    await end(server, call)
    expect(await reader.until('turn-ended')).toMatchObject({ chatId: chat, outcome })
    await response.body?.cancel()
  })

  it('says that a turn waits, and that a waiting one was stopped', async () => {
    const server = await servers.start({
      model: { model: createScriptedModel([callStep(callParts('c1', 'send', {}))]) },
      tools: [createGatedStub('send')],
    })
    const reader = await readEvents(server)
    await askToEnd(server, chat, 'Send it.')
    expect(await reader.until('turn-ended')).toMatchObject({ outcome: 'waiting' })
    await stop(server, chat)
    expect(await reader.until('turn-ended')).toMatchObject({ outcome: 'stopped' })
  })

  it('tells of an imported chat, and that settings changed without saying to what', async () => {
    const server = await servers.start()
    const reader = await readEvents(server)
    const id = await importMessages(server, [{ id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Hello' }] }])
    expect(await reader.until('chat-changed')).toEqual({ type: 'chat-changed', chatId: id })
    await server.send('PATCH', '/api/settings/chat', { detailLevel: 3 })
    expect(await reader.until('settings-changed')).toEqual({ type: 'settings-changed' })
  })

  it('tells nobody else', async () => {
    const server = await servers.start()
    const { events, localPrincipal } = server.services
    const told: string[] = []
    for (const scope of [{ ...localPrincipal, userId: 'somebody-else' }, { ...localPrincipal, organizationId: 'elsewhere' }]) {
      events.subscribe(scope, { take: (event) => told.push(event.type), end: () => {} })
    }
    const reader = await readEvents(server)
    await server.send('PATCH', '/api/settings/chat', { detailLevel: 3 })
    await reader.until('settings-changed')
    expect(told).toEqual([])
  })

  it('forgets a reader that went away', async () => {
    const server = await servers.start()
    const readers = await Promise.all(Array.from({ length: 5 }, () => readEvents(server)))
    expect(server.services.events.countReaders()).toBe(5)
    await Promise.all(readers.map((reader) => reader.close()))
    await vi.waitFor(() => expect(server.services.events.countReaders()).toBe(0))
  })

  it('ends when the server stops, and for whoever comes after', async () => {
    const server = await servers.start()
    const reader = await readEvents(server)
    await server.services.endStreams()
    await reader.toEnd()
    await (await readEvents(server)).toEnd()
    await vi.waitFor(() => expect(server.services.events.countReaders()).toBe(0))
  })
})
