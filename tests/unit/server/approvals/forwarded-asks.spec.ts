import { describe, expect, it } from 'vitest'
import { decide, listAsks, readAsk, untilState } from '#layers/northlight/tests/support/approval-client.ts'
import { expectStatus } from '#layers/northlight/tests/support/browser-session.ts'
import { askToEnd, outcomeOf, readAnswer } from '#layers/northlight/tests/support/chat-client.ts'
import { listDots, listEvents, makeDot, readLog } from '#layers/northlight/tests/support/gate-client.ts'
import { answerStep, callParts, callStep } from '#layers/northlight/tests/support/model-parts.ts'
import { startGatedServer } from '#layers/northlight/tests/support/start-gated-server.ts'
import type { TestServer } from '#layers/northlight/tests/support/start-test-server.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { until } from '#layers/northlight/tests/support/until.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

describe.each(testDatabases)('an ask of a dot that acts under another, on the $name database', (kind) => {
  const servers = useTestServers(kind)
  const start = () => startGatedServer(servers, [callStep(callParts('c1', 'post', { word: 'The secret plan' })), answerStep('I see.'), callStep(callParts('c2', 'post', { word: 'More' }))])

  const openChat = async (server: TestServer, dotId: string) => (await (await expectStatus(await server.send('POST', '/api/chats', { dotId }), 201)).json() as { id: string }).id
  const askIn = async (server: TestServer, chatId: string, messageId?: string) => askToEnd(server, chatId, 'Post it.', { messageId })

  it('shows in a chat of its lead too, made where there is none, with who asks as facts', async () => {
    const { server, executor } = await start()
    const [lead] = await listDots(server)
    const courier = await makeDot(server, 'Courier', lead?.id)
    const chat = await openChat(server, courier.id)
    await askIn(server, chat)
    const ask = await readAsk(server)
    const turn = await servers.database.prisma.turn.findFirstOrThrow({ where: { chatId: chat } })
    expect(ask).toMatchObject({ chatId: chat, dot: { id: courier.id, name: 'Courier' }, payload: { request: { requester: { dot: 'Courier', forwarded: true, chatId: chat, runId: turn.id } } } })
    const leadChat = ask.leadChatId ?? ''
    expect(await (await server.fetch(`/api/chats/${leadChat}`)).json()).toMatchObject({ id: leadChat, title: 'Asks of Courier' })
    expect(await servers.database.prisma.chat.findUnique({ where: { id: leadChat } })).toMatchObject({ dotId: lead?.id })
    for (const id of [chat, leadChat]) expect((await listAsks(server, `?chat=${id}`)).map((one) => one.id)).toEqual([ask.id])
    expect((await decide(server, ask, 'approve')).status).toBe(200)
    await untilState(server, ask.id, 'executed')
    await until(async () => outcomeOf(await readAnswer(server, chat)) === 'done')
    expect([executor.done.length, await listEvents(server, ask.id)]).toEqual([1, ['asked', 'approved', 'begun', 'executed']])
    await askIn(server, chat, 'question-2')
    expect((await readAsk(server)).leadChatId).toBe(leadChat)
  })

  it('shows in the newest chat with its lead where there is one', async () => {
    const { server } = await start()
    const [lead] = await listDots(server)
    const courier = await makeDot(server, 'Courier', lead?.id)
    await openChat(server, lead?.id ?? '')
    const newest = await openChat(server, lead?.id ?? '')
    await askIn(server, await openChat(server, courier.id))
    expect((await readAsk(server)).leadChatId).toBe(newest)
  })

  it('is refused fast when its lead is archived: nobody is there to ask, which is no person\'s no', async () => {
    const { server, model, executor } = await start()
    const lead = await makeDot(server, 'Desk')
    const courier = await makeDot(server, 'Courier', lead.id)
    await expectStatus(await server.send('PATCH', `/api/dots/${lead.id}`, { isArchived: true }), 200)
    const chat = await openChat(server, courier.id)
    await askIn(server, chat)
    expect([outcomeOf(await readAnswer(server, chat)), executor.done.length, await servers.database.prisma.approval.count()]).toEqual(['done', 0, 0])
    const told = JSON.stringify(model.prompts[1]?.at(-1))
    expect(told).not.toContain('secret plan')
    expect(told).not.toMatch(/reject|denied/)
    expect(await readLog(server, 'limit=1')).toMatchObject([{ event: 'unavailable', approvalId: null }])
  })

  it('is not forwarded where a dot acts under nobody', async () => {
    const { server } = await start()
    await askIn(server, 'chat-0123456789abcdef')
    expect(await readAsk(server)).toMatchObject({ leadChatId: null, payload: { request: { requester: { dot: 'Quality', forwarded: false } } } })
  })
})
