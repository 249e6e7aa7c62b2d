import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { askToEnd, importMessages, readAnswer, readMessages } from '#layers/northlight/tests/support/chat-client.ts'
import { answerStep, finishPart, textParts } from '#layers/northlight/tests/support/model-parts.ts'
import { createScriptedModel } from '#layers/northlight/tests/support/scripted-model.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const nested = (depth: number): unknown => JSON.parse(`${'{"a":['.repeat(depth)}1${']}'.repeat(depth)}`)

const hardParts: [string, string][] = [
  ['NUL', '{"type":"text","text":"a\\u0000b"}'],
  ['lone surrogates', '{"type":"text","text":"\\ud800 and \\udc00 \\ud83d"}'],
  ['a lone surrogate as a key', '{"type":"x","\\ud800":1}'],
  ['an odd order of keys', '{"zeta":1,"text":"t","alpha":2,"type":"text","beta":{"z":1,"a":2}}'],
  ['numbers', '{"type":"x","big":1e21,"small":1e-7,"negative":-0.5,"whole":9007199254740991,"most":1.7976931348623157e308}'],
  ['a constructor', '{"type":"x","constructor":{"prototype":1},"hasOwnProperty":null}'],
  ['keys that Prisma has a meaning for', '{"type":"x","data":{"$type":"DateTime","value":"2020-01-01"},"set":1,"increment":2}'],
  ['a toJSON', '{"type":"x","toJSON":"no function"}'],
  ['an empty key', '{"":1,"type":"x"," ":null}'],
  ['nested arrays', `{"type":"x","data":${JSON.stringify(nested(240))}}`],
  ['controls and bidi', '{"type":"text","text":"\\u001b[31m \\u202e \\ufeff \\u2028 \\ufffe"}'],
  ['a date', '{"type":"x","at":"2020-01-01T00:00:00.000Z"}'],
  ['a null', '{"type":"x","data":null,"list":[null,[],{}]}'],
]

describe.each(testDatabases)('the bytes of messages, on the $name database', (kind) => {
  const servers = useTestServers(kind)

  it('come back as they went in', async () => {
    const server = await servers.start()
    const parts = `[${hardParts.map(([, part]) => part).join(',')}]`
    const response = await server.send('POST', '/api/chats/import', `{"messages":[{"id":"m1","role":"assistant","parts":${parts}}]}`)
    expect(response.status).toBe(201)
    const { id } = await response.json() as { id: string }
    const body = await (await server.fetch(`/api/messages?chat=${id}`)).text()
    const read = (JSON.parse(body) as { messages: { parts: unknown[] }[] }).messages[0]?.parts ?? []
    for (const [index, [name, part]] of hardParts.entries()) expect(JSON.stringify(read[index]), name).toBe(JSON.stringify(JSON.parse(part)))
  })

  it('come back as they went in, whatever they are', async () => {
    const server = await servers.start()
    const text = fc.string({ unit: fc.oneof(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }), fc.integer({ min: 0, max: 0xFFFF }).map((code) => String.fromCharCode(code))) }).filter((key) => key !== '__proto__')
    const part = fc.tuple(fc.dictionary(text, fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof({ maxDepth: 3 }, text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null), fc.array(tie('value'), { maxLength: 3 }), fc.dictionary(text, tie('value'), { maxKeys: 3 })),
    })).value, { maxKeys: 5 }), fc.boolean()).map(([fields, isFirst]) => isFirst ? { type: 'x-odd', ...fields, ...(typeof fields.type === 'string' ? {} : { type: 'x-odd' }) } : { ...fields, type: 'x-odd' })
    await fc.assert(fc.asyncProperty(fc.array(part, { minLength: 20, maxLength: 60 }), async (parts) => {
      const id = await importMessages(server, [{ role: 'assistant', parts }])
      expect(JSON.stringify((await readAnswer(server, id)).parts)).toBe(JSON.stringify(parts))
    }), { numRuns: 5 })
  })

  it('lose a key that would be a prototype, and nothing else', async () => {
    const server = await servers.start()
    const response = await server.send('POST', '/api/chats/import', '{"messages":[{"id":"m1","role":"assistant","parts":[{"type":"x","__proto__":{"polluted":true},"a":1}]}]}')
    const { id } = await response.json() as { id: string }
    expect(JSON.stringify((await readAnswer(server, id)).parts)).toBe('[{"type":"x","a":1}]')
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it('are kept in what a person and a model say', async () => {
    const odd = 'NUL \u0000, lone \uD800, pair 😀, end \uDC00'
    const model = createScriptedModel([[...textParts('t', 'half \uD83D', '\uDE00 whole, ', odd), finishPart()], answerStep('Two.')])
    const server = await servers.start({ model: { model } })
    const chat = 'chat-0123456789abcdef'
    await askToEnd(server, chat, odd)
    const [question, answer] = await readMessages(server, chat)
    expect(question?.parts).toEqual([{ type: 'text', text: odd }])
    expect(answer?.parts.at(-1)).toMatchObject({ text: `half 😀 whole, ${odd}` })
    await askToEnd(server, chat, 'Again?', { messageId: 'q2' })
    expect(model.prompts[1]?.slice(1, 3).map((entry) => entry.content)).toMatchObject([[{ text: odd }], [{ text: `half 😀 whole, ${odd}` }]])
    expect((await (await server.fetch('/api/chats')).json() as { chats: { title: string }[] }).chats[0]?.title).toMatch(/^NUL , lone/)
  })

  it('are kept in the order of keys that a person\'s message came with', async () => {
    const server = await servers.start({ model: { model: createScriptedModel([answerStep('Two.')]) } })
    const chat = 'chat-0123456789abcdef'
    const message = '{"parts":[{"text":"What failed?","state":"done","type":"text"}],"metadata":{"z":1,"a":{"y":2,"b":3}},"role":"user","id":"question-1"}'
    const response = await server.send('POST', '/api/chat', `{"message":${message},"trigger":"submit-message","id":"${chat}"}`)
    expect(response.status).toBe(200)
    await response.text()
    expect(await (await server.fetch(`/api/messages?chat=${chat}`)).text()).toContain(JSON.stringify(JSON.parse(message)))
    const forged = await server.send('POST', '/api/chat', `{"message":{"extra":1,${message.slice(1)},"trigger":"submit-message","id":"${chat}"}`)
    expect(forged.status).toBe(400)
  })

  it('give way where a message\'s id is missing, clashing, over-long or odd', async () => {
    const server = await servers.start()
    const message = (id?: unknown) => ({ ...(id === undefined ? {} : { id }), role: 'user', parts: [{ type: 'text', text: `I am ${String(id)}` }] })
    const ids = [undefined, 'same', 'same', 'x'.repeat(65), 'imported-6', 'with space', '', '../up', 'imported-2', 'ok']
    const id = await importMessages(server, ids.map(message))
    const read = await readMessages(server, id)
    expect(read.map((stored) => stored.parts)).toEqual(ids.map((wanted) => message(wanted).parts))
    const got = read.map((stored) => stored.id)
    expect(new Set(got).size).toBe(ids.length)
    for (const name of got) expect(name).toMatch(/^[\w-]{1,64}$/)
    expect([got[1], got[9]]).toEqual(['same', 'ok'])
  })

  it('keep their order over many batches, and their pages meet', async () => {
    const server = await servers.start()
    const texts = Array.from({ length: 257 }, (_, index) => `message ${index}`)
    const id = await importMessages(server, texts.map((text, index) => ({ id: `m${index}`, role: index % 2 ? 'assistant' : 'user', parts: [{ type: 'text', text }] })))
    const read: string[] = []
    for (let before = ''; ;) {
      const page = await (await server.fetch(`/api/messages?chat=${id}&limit=100${before && `&before=${before}`}`)).json() as { messages: { id: string, parts: { text: string }[] }[] }
      read.unshift(...page.messages.map((message) => message.parts[0]?.text ?? ''))
      if (page.messages.length < 100) break
      before = page.messages[0]?.id ?? ''
    }
    expect(read).toEqual(texts)
  })

  it.each([
    ['no message', { messages: [] }], ['no list', {}], ['an unknown key', { messages: [{ role: 'user', parts: [] }], id: 'x' }], ['an unknown role', { messages: [{ role: 'tool', parts: [] }] }],
    ['a part without a type', { messages: [{ role: 'user', parts: [{ text: 'x' }] }] }], ['a blank title', { title: '  ', messages: [{ role: 'user', parts: [] }] }],
    ['a nesting that no reader could follow', `{"messages":[{"role":"user","parts":[{"type":"x","data":${'['.repeat(100_000)}${']'.repeat(100_000)}}]}]}`],
  ])('are refused whole: %s', async (_name, body) => {
    const server = await servers.start()
    const response = await server.send('POST', '/api/chats/import', body)
    expect([response.status, await response.json()]).toMatchObject([400, { code: expect.stringMatching(/^(?:request|transcript)-invalid$/), message: expect.any(String) }])
    expect(await servers.database.prisma.chat.count()).toBe(0)
  })

  it('do not break a title', async () => {
    const server = await servers.start()
    await importMessages(server, [{ role: 'user', parts: [] }], 'A \u0000title \uD800 of \uDC00 odd bytes')
    const { chats } = await (await server.fetch('/api/chats')).json() as { chats: { title: string }[] }
    expect(chats.map((chat) => chat.title)).toEqual(['A title \uFFFD of \uFFFD odd bytes'])
  })
})
