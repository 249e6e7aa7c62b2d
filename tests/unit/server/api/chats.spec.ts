import { describe, expect, it } from 'vitest'
import { requireFirstDot } from '#layers/northlight/server/store/first-dot.ts'
import { ask, askToEnd, importMessages, outcomeOf, readMessages, toQuestion, toText } from '#layers/northlight/tests/support/chat-client.ts'
import { holdFirstCommit } from '#layers/northlight/tests/support/hold-first-commit.ts'
import { answerStep } from '#layers/northlight/tests/support/model-parts.ts'
import { isChunk, readEventStream } from '#layers/northlight/tests/support/read-event-stream.ts'
import { readEvents } from '#layers/northlight/tests/support/read-events.ts'
import { createScriptedModel } from '#layers/northlight/tests/support/scripted-model.ts'
import type { TestServer } from '#layers/northlight/tests/support/start-test-server.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const chat = 'chat-0123456789abcdef'

interface Listed { id: string, title: string, updatedAt: number, isRunning: boolean, match?: string }

describe.each(testDatabases)('the routes of chats on the $name database', (kind) => {
  const servers = useTestServers(kind)

  const list = async (server: TestServer, query = ''): Promise<Listed[]> => {
    const response = await server.fetch(`/api/chats${query}`)
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
    return (await response.json() as { chats: Listed[] }).chats
  }
  const search = (server: TestServer, words: string) => list(server, `?search=${encodeURIComponent(words)}`)
  const titles = async (found: Promise<Listed[]>) => (await found).map(({ title }) => title)
  const remove = (server: TestServer, id: string) => server.fetch(`/api/chats/${id}`, { method: 'DELETE' })
  const change = (server: TestServer, id: string, body: unknown) => server.send('PATCH', `/api/chats/${id}`, body)
  const toCode = async (response: Response | Promise<Response>) => [(await response).status, (await (await response).json() as { code: string }).code]
  const say = (...texts: string[]) => texts.map((text, index) => ({ id: `m-${index}`, role: index % 2 === 0 ? 'user' : 'assistant', parts: [{ type: 'text', text }] }))

  it('finds what was said on any branch, and titles, whatever the case', async () => {
    const server = await servers.start()
    await importMessages(server, say('What broke?', 'The Checkout of ÉCOLE failed at 100% of a_b \\ c.'), 'Monday')
    await importMessages(server, say('Hello', 'Nothing here'), 'Flaky payments')
    expect(await titles(search(server, 'checkout'))).toEqual(['Monday'])
    expect(await titles(search(server, 'FLAKY'))).toEqual(['Flaky payments'])
    expect(await titles(search(server, 'école'))).toEqual(['Monday'])
    expect(await titles(search(server, 'checkout  monday broke'))).toEqual(['Monday'])
    expect(await titles(search(server, 'checkout flaky'))).toEqual([])
    expect(await titles(search(server, '   '))).toHaveLength(2)
  })

  it('finds an earlier version of an answer', async () => {
    const model = createScriptedModel([answerStep('A kingfisher.'), answerStep('A heron.')])
    const server = await servers.start({ model: { model } })
    await askToEnd(server, chat, 'Which bird?')
    const [, answer] = await readMessages(server, chat)
    await readEventStream(await server.send('POST', '/api/chat', { id: chat, trigger: 'regenerate-message', messageId: answer?.id })).toEnd()
    expect((await readMessages(server, chat)).map(toText)).toEqual(['Which bird?', 'A heron.'])
    expect(await search(server, 'kingfisher')).toMatchObject([{ id: chat, match: 'A kingfisher.' }])
  })

  it('finds what a document, a draft and a question say, and files by their names, but not the work', async () => {
    const server = await servers.start()
    const call = (name: string, manner: string, input: object) => ({ type: `tool-${name}`, toolCallId: name, toolMetadata: { northlight: { manner } }, state: 'output-available', input, output: {} })
    await importMessages(server, [
      { id: 'q', role: 'user', parts: [{ type: 'file', url: 'https://files.test/1', mediaType: 'text/csv', filename: 'invoices.csv' }] },
      { id: 'a', role: 'assistant', parts: [
        call('list_runs', 'internal', { note: 'kestrel' }), call('write_document', 'user-facing', { title: 'Lease', text: 'The tenant is a goldcrest.' }),
        call('ask_question', 'user-facing', { question: 'Which court?', choices: ['Leeds', 'York'] }),
      ] },
    ], 'Said')
    for (const words of ['goldcrest', 'lease', 'court', 'york', 'invoices.csv']) expect(await titles(search(server, words))).toEqual(['Said'])
    expect(await titles(search(server, 'kestrel'))).toEqual([])
  })

  it.each(['%', '_', '\\', 'a_b', '100%', '\\ c'])('takes %j for itself, not for a wildcard', async (words) => {
    const server = await servers.start()
    await importMessages(server, say('It failed at 100% of a_b \\ c.'), 'Has it')
    await importMessages(server, say('It failed at 100 of acb c.'), 'Has it not')
    expect(await titles(search(server, words))).toEqual(['Has it'])
  })

  it('shows the line round the hit, of the message that has most of the words', async () => {
    const server = await servers.start()
    const long = `${'Before that a lot was said. '.repeat(400)}Then the basket\nwas empty, ${'and much more followed. '.repeat(400)}`
    await importMessages(server, say('The basket?', long, 'Thanks', 'Bye'), 'Baskets')
    const [found] = await search(server, 'BASKET empty')
    expect(found?.match).toMatch(/^….*Then the basket was empty, and much.*…$/)
    expect(found?.match?.length).toBeLessThan(160)
    const [onlyTitled] = await search(server, 'baskets')
    expect(onlyTitled).not.toHaveProperty('match')
  })

  it('lists page by page, without a gap or a repeat, though the last of a page is deleted meanwhile', async () => {
    const server = await servers.start({ clock: { now: () => 5_000 } })
    const ids: string[] = []
    for (let number = 0; number < 5; number++) ids.push(await importMessages(server, say('Hello'), `Chat ${number}`))
    const first = await list(server, '?limit=2')
    await remove(server, first[1]?.id ?? '')
    const second = await list(server, `?limit=2&before=${first[1]?.id}`)
    const third = await list(server, `?limit=2&before=${second[1]?.id}`)
    expect([...first, ...second, ...third].map(({ id }) => id)).toEqual(ids.sort())
    expect(await toCode(server.fetch('/api/chats?before=chat-nobody-knows-0'))).toEqual([404, 'chat-not-found'])
  })

  it.each(['?limit=0', '?limit=201', '?limit=x', '?before=x', `?search=${'x'.repeat(201)}`, '?find=x'])('refuses %s', async (query) => {
    expect(await toCode((await servers.start()).fetch(`/api/chats${query}`))).toEqual([400, 'request-invalid'])
  })

  it('makes an empty chat, whose first line becomes its title, unless a person gave one', async () => {
    const server = await servers.start({ model: { model: createScriptedModel([answerStep('One.'), answerStep('Two.')]) } })
    const make = async (body: unknown) => {
      const response = await server.send('POST', '/api/chats', body)
      expect(response.status).toBe(201)
      return (await response.json() as { id: string }).id
    }
    const [bare, named] = [await make({}), await make({ title: '  My   chat\n', dotId: await requireFirstDot(server.services.database, server.services.localPrincipal) })]
    expect((await titles(list(server))).sort()).toEqual(['My chat', 'New chat'])
    await askToEnd(server, bare, 'What failed?')
    await askToEnd(server, named, 'What failed?')
    const byId = new Map((await list(server)).map(({ id, title }) => [id, title]))
    expect([byId.get(bare), byId.get(named)]).toEqual(['What failed?', 'My chat'])
    expect(await toCode(server.send('POST', '/api/chats', { dotId: 'nobody' }))).toEqual([404, 'dot-not-found'])
    expect(await toCode(server.send('POST', '/api/chats', { id: 'x' }))).toEqual([400, 'request-invalid'])
  })

  it('renames a chat where it stands', async () => {
    const server = await servers.start()
    const id = await importMessages(server, say('Hello'), 'Old')
    const [before] = await list(server)
    const renamed = await change(server, id, { title: ' New\u0000 name ' })
    expect([renamed.status, await renamed.json()]).toEqual([200, { id, title: 'New name', updatedAt: before?.updatedAt, isShared: false, access: 'owner' }])
    expect(await servers.database.prisma.chat.findMany({ select: { title: true, titleSource: true } })).toEqual([{ title: 'New name', titleSource: 'person' }])
  })

  it.each([{}, { title: '' }, { title: ' \u0000\n' }, { title: 'x'.repeat(201) }, { title: 7 }, { isDeleted: true }, { title: 'x', colour: 'red' }, { title: 'x', isDeleted: false }])('refuses the change %j', async (body) => {
    const server = await servers.start()
    const id = await importMessages(server, say('Hello'), 'Old')
    expect(await toCode(change(server, id, body))).toEqual([400, 'request-invalid'])
    expect(await titles(list(server))).toEqual(['Old'])
  })

  it('deletes a chat for everybody who asks, and brings it back in its place', async () => {
    const server = await servers.start()
    const [first, second] = [await importMessages(server, say('Hello'), 'First'), await importMessages(server, say('Hello'), 'Second')]
    const before = await list(server)
    const removed = await remove(server, first)
    expect([removed.status, await removed.text()]).toEqual([204, ''])
    expect((await list(server)).map(({ id }) => id)).toEqual([second])
    expect(await search(server, 'hello')).toHaveLength(1)
    const requests = [
      remove(server, first), change(server, first, { title: 'x' }), server.fetch(`/api/chats/${first}`), server.fetch(`/api/messages?chat=${first}`),
      server.fetch(`/api/chat/${first}/stream`), server.send('POST', `/api/chat/${first}/stop`, {}), ask(server, first, 'Hello?'),
      server.send('POST', '/api/chat', { id: first, trigger: 'regenerate-message', messageId: 'm-0' }),
    ]
    for (const response of requests) expect(await toCode(response)).toEqual([404, 'chat-not-found'])
    expect(await servers.database.prisma.message.count({ where: { chatId: first } })).toBe(1)
    expect((await change(server, first, { isDeleted: false })).status).toBe(200)
    expect(await list(server)).toEqual(before)
    expect((await change(server, first, { isDeleted: false })).status).toBe(200)
  })

  it('stops what runs in a deleted chat, and keeps what it had said', async () => {
    const model = createScriptedModel()
    const server = await servers.start({ model: { model } })
    const stream = readEventStream(await ask(server, chat, 'What failed?'))
    const call = await model.call(1)
    call.push({ type: 'text-start', id: 't' }, { type: 'text-delta', id: 't', delta: 'Two ' })
    await stream.until(isChunk('text-delta'))
    expect((await list(server))[0]?.isRunning).toBe(true)
    expect((await remove(server, chat)).status).toBe(204)
    await call.aborted
    await change(server, chat, { isDeleted: false })
    const messages = await readMessages(server, chat)
    expect(messages.map(toText)).toEqual(['What failed?', 'Two '])
    expect(messages.map(outcomeOf)).toEqual([undefined, 'stopped'])
    expect((await list(server))[0]?.isRunning).toBe(false)
  })

  it('leaves nothing running when the deletion comes between a message and its turn', async () => {
    const hold = holdFirstCommit(servers.database)
    const server = await servers.start({ model: { model: createScriptedModel() }, database: hold.database })
    hold.arm()
    const asked = ask(server, chat, 'What failed?')
    await hold.committed
    const removed = remove(server, chat)
    await expect.poll(() => list(server)).toEqual([])
    hold.release()
    await (await asked).text()
    expect((await removed).status).toBe(204)
    expect(server.services.liveTurns.all()).toEqual([])
    expect(await servers.database.prisma.turn.findMany({ select: { state: true } })).toEqual([{ state: 'stopped' }])
  })

  it('tells who reads the events of each change', async () => {
    const server = await servers.start()
    const reader = await readEvents(server)
    const { id: chatId } = await (await server.send('POST', '/api/chats', {})).json() as { id: string }
    await change(server, chatId, { title: 'Named' })
    await remove(server, chatId)
    await change(server, chatId, { isDeleted: false })
    await remove(server, chatId)
    await reader.until('chat-deleted')
    await reader.until('chat-deleted')
    expect(reader.events).toEqual(['chat-changed', 'chat-changed', 'chat-deleted', 'chat-changed', 'chat-deleted'].map((type) => ({ type, chatId })))
    await reader.close()
  })

  it('knows nothing of somebody else\'s chat', async () => {
    const server = await servers.start()
    const { organizationId, userId } = server.services.localPrincipal
    const theirs = { organizationId, createdBy: 'somebody', dotId: await requireFirstDot(server.services.database, server.services.localPrincipal), title: 'Secret' }
    await servers.database.prisma.chat.create({ data: { ...theirs, id: chat, ownerId: 'somebody' } })
    await servers.database.prisma.chat.create({ data: { ...theirs, id: `${chat}-2`, ownerId: 'somebody', deletedAt: new Date(1) } })
    await servers.database.prisma.message.create({ data: { chatId: chat, id: 'm', organizationId, createdBy: userId, seq: 1, content: toQuestion(chat, 'secret').message, searchText: 'secret' } })
    expect(await search(server, 'secret')).toEqual([])
    const requests = [remove(server, chat), change(server, chat, { title: 'Mine' }), change(server, `${chat}-2`, { isDeleted: false }), server.fetch(`/api/chats?before=${chat}`)]
    for (const response of requests) expect(await toCode(response)).toEqual([404, 'chat-not-found'])
    expect(await servers.database.prisma.chat.count({ where: { title: 'Secret', deletedAt: null } })).toBe(1)
  })
})
