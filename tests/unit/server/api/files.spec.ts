import { describe, expect, it } from 'vitest'
import { purgeJob } from '#layers/northlight/server/jobs/purge.ts'
import { askToEnd, edit, readMessages, regenerate, readAnswer, toQuestion, toText } from '#layers/northlight/tests/support/chat-client.ts'
import { dumpRows } from '#layers/northlight/tests/support/dump-rows.ts'
import { filePartsOf, storeFile, toFilePart, uploadFile } from '#layers/northlight/tests/support/files.ts'
import { answerStep } from '#layers/northlight/tests/support/model-parts.ts'
import { readEventStream } from '#layers/northlight/tests/support/read-event-stream.ts'
import { createScriptedModel } from '#layers/northlight/tests/support/scripted-model.ts'
import type { TestServer } from '#layers/northlight/tests/support/start-test-server.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const chat = 'chat-0123456789abcdef'
const png = new Uint8Array([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 1, 2, 3])
const dayMs = 24 * 60 * 60_000

describe.each(testDatabases)('files, on the $name database', (kind) => {
  const servers = useTestServers(kind)
  const start = async (...answers: string[]) => {
    const model = createScriptedModel(answers.map(answerStep))
    return { model, server: await servers.start({ model: { model, takenTypes: ['image/png'] } }) }
  }
  const say = (server: TestServer, parts: unknown[], id = 'question-1') => server.send('POST', '/api/chat', { id: chat, trigger: 'submit-message', message: { id, role: 'user', parts } })
  const sayToEnd = async (server: TestServer, parts: unknown[], id?: string) => {
    const response = await say(server, parts, id)
    expect(response.status).toBe(200)
    await readEventStream(response).toEnd()
  }
  const readCode = async (response: Response) => [response.status, (await response.json() as { code: string }).code]

  it('come back as they went in, under our id, and run nothing in a browser', async () => {
    const { server } = await start()
    const bytes = Uint8Array.from({ length: 70_000 }, (_value, index) => index % 256)
    const file = await storeFile(server, 'Ünïcode "q" <b>.html', bytes, 'text/html; charset=utf-8')
    expect(file).toEqual({ id: expect.any(String), name: 'Ünïcode "q" <b>.html', mediaType: 'text/html', byteSize: 70_000, url: `/api/files/${file.id}` })
    const response = await server.fetch(file.url)
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html', 'x-content-type-options': 'nosniff', 'content-security-policy': 'sandbox; default-src \'none\'', 'cache-control': 'no-store',
      'content-disposition': 'attachment; filename*=UTF-8\'\'%C3%9Cn%C3%AFcode%20%22q%22%20%3Cb%3E.html',
    })
  })

  it.each([['image/png', 'inline'], ['image/webp', 'inline'], ['image/svg+xml', 'attachment'], ['application/pdf', 'attachment'], ['application/x-unheard-of', 'attachment']])('of the type %s are shown %s', async (mediaType, disposition) => {
    const { server } = await start()
    const file = await storeFile(server, 'x', png, mediaType)
    expect((await server.fetch(file.url)).headers.get('content-disposition')).toBe(`${disposition}; filename*=UTF-8''x`)
  })

  it('are refused over 10 MB, without a byte, and without a type, with clear words, and nothing is stored', async () => {
    const { server } = await start()
    expect(await readCode(await uploadFile(server, 'big', new Uint8Array(10_000_001)))).toEqual([413, 'file-too-large'])
    const pieces = new ReadableStream({
      start(controller) {
        for (let piece = 0; piece < 11; piece++) controller.enqueue(new Uint8Array(1_000_000))
        controller.close()
      },
    })
    const streamed: RequestInit & { duplex: string } = { method: 'POST', body: pieces, duplex: 'half', headers: { 'content-type': 'text/plain' } }
    expect(await readCode(await server.fetch('/api/files?name=big', streamed))).toEqual([413, 'file-too-large'])
    expect(await readCode(await uploadFile(server, 'empty', ''))).toEqual([400, 'request-invalid'])
    expect(await readCode(await uploadFile(server, 'odd', 'x', 'nonsense'))).toEqual([415, 'content-type-refused'])
    expect(await readCode(await server.fetch('/api/files', { method: 'POST', body: 'x' }))).toEqual([400, 'request-invalid'])
    expect(await servers.database.prisma.storedFile.count()).toBe(0)
    expect((await uploadFile(server, 'most', new Uint8Array(10_000_000))).status).toBe(201)
  })

  it('are brought by a message, whose claims of name and type are not believed', async () => {
    const { server, model } = await start('Read.')
    const file = await storeFile(server, 'notes.txt', 'First line.\nSecond line.')
    await sayToEnd(server, [{ ...toFilePart(file), filename: 'forged.exe', mediaType: 'application/x-forged' }, { type: 'text', text: 'Read it.' }])
    const [question] = await readMessages(server, chat)
    expect(filePartsOf(question)).toEqual([toFilePart(file)])
    expect(model.prompts[0]?.at(-1)?.content).toMatchObject([
      { type: 'text', text: 'Attached file notes.txt:\nFirst line.\nSecond line.' },
      { type: 'text', text: 'Read it.' },
    ])
    expect(await servers.database.prisma.storedFile.findMany({ select: { chatId: true } })).toEqual([{ chatId: chat }])
  })

  it('can be all that a message says, and give the chat its name', async () => {
    const { server } = await start('Read.')
    const file = await storeFile(server, 'notes.txt', 'One.')
    await sayToEnd(server, [{ ...toFilePart(file), filename: 'forged.exe' }])
    expect(await (await server.fetch(`/api/chats/${chat}`)).json()).toMatchObject({ title: 'notes.txt' })
  })

  it('are told up to a size of all together, the newest first, and the others by their names', async () => {
    const { server, model } = await start('One.', 'Two.')
    const files = []
    for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt']) files.push(await storeFile(server, name, new Uint8Array(name === 'd.txt' ? 10 : 10_000_000).fill(0x61)))
    await sayToEnd(server, files.slice(0, 3).map(toFilePart), 'question-1')
    await sayToEnd(server, files.slice(3).map(toFilePart), 'question-2')
    const told = model.prompts.map((prompt) => prompt.flatMap(({ role, content }) => role === 'user' ? content.map((part) => part.type === 'text' ? part.text.slice(0, 120) : part.type) : []))
    const read = (name: string, text: string) => `Attached file ${name}:\n${text}`.slice(0, 120)
    const long = 'a'.repeat(200)
    expect(told[0]).toEqual([read('a.txt', long), read('b.txt', long), read('c.txt', long)])
    expect(told[1]).toEqual([read('a.txt', long), read('b.txt', long), expect.stringMatching(/^Attached file c\.txt .*: its content can't be read here, since newer files take the room\.$/), read('d.txt', 'aaaaaaaaaa')])
  })

  it('are one chat\'s, when two chats bring the same one at once', async () => {
    const { server } = await start('One.', 'Two.')
    const file = await storeFile(server, 'notes.txt', 'One.')
    const bring = (id: string) => server.send('POST', '/api/chat', { id, trigger: 'submit-message', message: { id: 'q', role: 'user', parts: [toFilePart(file)] } })
    const responses = await Promise.all([bring(chat), bring(`${chat}-2`)])
    expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 404])
    await Promise.all(responses.map((response) => response.text()))
    expect(await servers.database.prisma.chat.count()).toBe(1)
  })

  it('D16 are told again when the answer is written again, and when the message is edited', async () => {
    const { server, model } = await start('One.', 'Two.', 'Three.', 'Four.')
    const file = await storeFile(server, 'picture.png', png, 'image/png')
    await sayToEnd(server, [toFilePart(file), { type: 'text', text: 'What is it?' }])
    await readEventStream(await regenerate(server, chat, (await readAnswer(server, chat)).id)).toEnd()
    expect(model.prompts[1]).toEqual(model.prompts[0])
    expect(JSON.stringify(model.prompts[0])).toContain('picture.png')
    const edited = { ...toQuestion(chat, 'And now?', 'question-2'), messageId: 'question-1' }
    edited.message.parts.unshift(toFilePart(file) as never)
    await readEventStream(await server.send('POST', '/api/chat', edited)).toEnd()
    expect(filePartsOf((await readMessages(server, chat))[0])).toEqual([toFilePart(file)])
    expect(JSON.stringify(model.prompts[2])).toContain('picture.png')
    await askToEnd(server, chat, 'More?', { messageId: 'question-3' })
    expect(JSON.stringify(model.prompts[3])).toContain('picture.png')
  })

  it('of somebody else, unknown ones and another chat\'s are refused with the whole message', async () => {
    const { server, model } = await start('One.')
    const mine = await storeFile(server, 'mine.txt', 'Mine.')
    const theirs = await storeFile(server, 'theirs.txt', 'Theirs.')
    await servers.database.prisma.storedFile.update({ where: { id: theirs.id }, data: { createdBy: 'somebody' } })
    const other = await storeFile(server, 'other.txt', 'Of another chat.')
    await readEventStream(await server.send('POST', '/api/chat', { id: `${chat}-2`, trigger: 'submit-message', message: { id: 'q', role: 'user', parts: [toFilePart(other)] } })).toEnd()
    const before = await dumpRows(servers.database)
    for (const bad of [theirs, other, { ...mine, url: '/api/files/none' }]) {
      expect(await readCode(await say(server, [toFilePart(mine), toFilePart(bad), { type: 'text', text: 'Read them.' }]))).toEqual([404, 'file-not-found'])
    }
    expect(await readCode(await server.fetch(theirs.url))).toEqual([404, 'file-not-found'])
    expect(await readCode(await server.fetch('/api/files/none'))).toEqual([404, 'file-not-found'])
    expect(await dumpRows(servers.database)).toBe(before)
    expect(model.calls).toHaveLength(1)
  })

  it.each([
    ['an address elsewhere', { url: 'https://evil.test/api/files/x' }], ['a data address', { url: 'data:text/plain,x' }], ['a path that goes up', { url: '/api/files/../runs' }],
    ['a query', { url: '/api/files/x?y' }], ['no address', { url: undefined }], ['more than it may say', { providerMetadata: {} }], ['bytes', { data: 'x' }],
  ])('by %s are refused', async (_name, claim) => {
    const { server } = await start()
    const file = await storeFile(server, 'notes.txt', 'One.')
    expect(await readCode(await say(server, [{ ...toFilePart(file), ...claim }, { type: 'text', text: 'Read it.' }]))).toEqual([400, 'request-invalid'])
    expect(await servers.database.prisma.chat.count()).toBe(0)
  })

  it('are ten a message at most', async () => {
    const { server } = await start()
    const file = await storeFile(server, 'notes.txt', 'One.')
    const response = await say(server, [...Array(11).fill(toFilePart(file)), { type: 'text', text: 'Read them.' }])
    expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ message: expect.stringContaining('more than 10 files') })])
  })

  it('go with a deleted chat, and are no part of another\'s edit', async () => {
    const { server } = await start('One.', 'Two.')
    const file = await storeFile(server, 'notes.txt', 'One.')
    await sayToEnd(server, [toFilePart(file)])
    await readEventStream(await edit(server, chat, 'question-1', 'No file any more.', 'question-2')).toEnd()
    expect((await readMessages(server, chat)).map(toText)).toEqual(['No file any more.', 'Two.'])
    expect((await server.fetch(file.url)).status).toBe(200)
    expect((await server.fetch(`/api/chats/${chat}`, { method: 'DELETE' })).status).toBeLessThan(300)
    expect(await readCode(await server.fetch(file.url))).toEqual([404, 'file-not-found'])
  })

  it('that no message brought are removed a day later, and no others', async () => {
    const { server } = await start('One.')
    const purgeAt = (now: number) => purgeJob.run({ ...server.services, clock: { now: () => now } }, {}, new AbortController().signal)
    const sent = await storeFile(server, 'sent.txt', 'One.')
    const loose = await storeFile(server, 'loose.txt', 'Two.')
    await sayToEnd(server, [toFilePart(sent)])
    await purgeAt(Date.now() + dayMs - 60_000)
    expect(await servers.database.prisma.storedFile.count()).toBe(2)
    await purgeAt(Date.now() + dayMs + 60_000)
    expect((await server.fetch(loose.url)).status).toBe(404)
    expect((await server.fetch(sent.url)).status).toBe(200)
  })

  it('are read by the built-in model: their names, sizes and first lines', async () => {
    const server = await servers.start()
    const text = await storeFile(server, 'notes.txt', 'Alpha\nBeta\nGamma\n')
    const picture = await storeFile(server, 'picture.png', png, 'image/png')
    await sayToEnd(server, [toFilePart(text), toFilePart(picture), { type: 'text', text: 'What failed in them?' }])
    const answer = toText(await readAnswer(server, chat))
    expect(answer).toContain('I read **notes.txt**: 3 lines, 17 characters. It begins:')
    expect(answer).toContain('Alpha\nBeta\nGamma')
    expect(answer).toContain('I have **picture.png**, but I can\'t read files of its type')
  })
})
