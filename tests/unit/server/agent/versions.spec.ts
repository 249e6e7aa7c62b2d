import { describe, expect, it } from 'vitest'
import { ask, askToEnd, edit, importMessages, outcomeOf, readAnswer, readMessages, readVersions, regenerate, stop, toQuestion, toText } from '#layers/northlight/tests/support/chat-client.ts'
import { dumpRows } from '#layers/northlight/tests/support/dump-rows.ts'
import { answerStep, callParts, callStep, textParts } from '#layers/northlight/tests/support/model-parts.ts'
import { isChunk, readEventStream } from '#layers/northlight/tests/support/read-event-stream.ts'
import { createScriptedModel } from '#layers/northlight/tests/support/scripted-model.ts'
import type { TestServer } from '#layers/northlight/tests/support/start-test-server.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { createGatedStub } from '#layers/northlight/tests/support/tool-stub.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const chat = 'chat-0123456789abcdef'

describe.each(testDatabases)('versions of a message, on the $name database', (kind) => {
  const servers = useTestServers(kind)
  const start = async (...answers: string[]) => {
    const model = createScriptedModel(answers.map(answerStep))
    return { model, server: await servers.start({ model: { model } }) }
  }
  const toEnd = async (response: Response) => {
    expect(response.status).toBe(200)
    expect(await readEventStream(response).toEnd()).toBe(true)
  }
  const choose = (server: TestServer, activeMessageId: string, id = chat) => server.send('PATCH', `/api/chats/${id}`, { activeMessageId })
  const read = async (server: TestServer) => (await readMessages(server, chat)).map(toText)
  const readCode = async (response: Response) => [response.status, (await response.json() as { code: string }).code]

  it('keeps what was said before an edit, and all under it, as a branch', async () => {
    const { server, model } = await start('Two failed.', 'These.', 'One is flaky.')
    await askToEnd(server, chat, 'What failed?')
    await askToEnd(server, chat, 'Which?', { messageId: 'question-2' })
    expect(await readVersions(server, chat)).toEqual({})
    await toEnd(await edit(server, chat, 'question-1', 'What is flaky?', 'question-3'))
    expect(await read(server)).toEqual(['What is flaky?', 'One is flaky.'])
    expect(JSON.stringify(model.prompts[2])).not.toContain('Two failed.')
    expect(await readVersions(server, chat)).toEqual({ 'question-3': ['question-1', 'question-3'] })
    expect(await (await choose(server, 'question-1')).json()).toMatchObject({ id: chat, activeMessageId: expect.any(String) })
    expect(await read(server)).toEqual(['What failed?', 'Two failed.', 'Which?', 'These.'])
    expect(await servers.database.prisma.message.count({ where: { chatId: chat } })).toBe(6)
  })

  it('edits a message in the middle, and goes on from there', async () => {
    const { server } = await start('One.', 'Two.', 'Three.', 'Four.')
    await askToEnd(server, chat, 'First?')
    await askToEnd(server, chat, 'Second?', { messageId: 'question-2' })
    await toEnd(await edit(server, chat, 'question-2', 'Other?', 'question-3'))
    await askToEnd(server, chat, 'And?', { messageId: 'question-4' })
    expect(await read(server)).toEqual(['First?', 'One.', 'Other?', 'Three.', 'And?', 'Four.'])
  })

  it('writes an answer again as often as it is asked to, and numbers the versions in order', async () => {
    const { server, model } = await start('One.', 'Two.', 'Three.')
    await askToEnd(server, chat, 'What failed?')
    for (const text of ['Two.', 'Three.']) {
      await toEnd(await regenerate(server, chat, (await readAnswer(server, chat)).id))
      expect(await read(server)).toEqual(['What failed?', text])
    }
    const last = await readAnswer(server, chat)
    const versions = (await readVersions(server, chat))[last.id] ?? []
    expect(versions).toHaveLength(3)
    expect(versions.at(-1)).toBe(last.id)
    expect(model.prompts[2]).toEqual(model.prompts[0])
    await choose(server, versions[0] ?? '')
    expect(await read(server)).toEqual(['What failed?', 'One.'])
    expect(Object.keys(await readVersions(server, chat))).toEqual([versions[0]])
  })

  it('answers a message of a person again by its own id: one whose answer was stopped or failed', async () => {
    const { server, model } = await start()
    const stream = readEventStream(await ask(server, chat, 'What failed?'))
    await model.call(1)
    await stop(server, chat)
    await stream.toEnd()
    const again = readEventStream(await regenerate(server, chat, 'question-1'))
    ;(await model.call(2)).end(...answerStep('Two.'))
    await again.toEnd()
    expect(await read(server)).toEqual(['What failed?', 'Two.'])
    expect(outcomeOf(await readAnswer(server, chat))).toBe('done')
  })

  it('shows the question alone, not the old answer, while the new one is being written', async () => {
    const { server, model } = await start('One.')
    await askToEnd(server, chat, 'What failed?')
    const stream = readEventStream(await regenerate(server, chat, (await readAnswer(server, chat)).id))
    ;(await model.call(2)).push(...textParts('a', 'Half'))
    await stream.until(isChunk('text-end'))
    expect(await read(server)).toEqual(['What failed?'])
    await stop(server, chat)
    await stream.toEnd()
    expect(await read(server)).toEqual(['What failed?', 'Half'])
  })

  it('answers an imported chat again, from the nearest question above', async () => {
    const { server } = await start('Afresh.')
    const id = await importMessages(server, [
      { id: 'q', role: 'user', parts: [{ type: 'text', text: 'What failed?' }] },
      { id: 'a', role: 'assistant', parts: [{ type: 'text', text: 'Let me see.' }] },
      { id: 'b', role: 'assistant', parts: [{ type: 'text', text: 'Two.' }] },
    ])
    await toEnd(await regenerate(server, id, 'b'))
    expect((await readMessages(server, id)).map(toText)).toEqual(['What failed?', 'Afresh.'])
  })

  it('D14 remembers the branch that was chosen, and speaks on in it', async () => {
    const { server } = await start('One.', 'Two.', 'Three.')
    await askToEnd(server, chat, 'First?')
    const first = await readAnswer(server, chat)
    await toEnd(await regenerate(server, chat, first.id))
    const before = await servers.database.prisma.chat.findUnique({ where: { id: chat }, select: { updatedAt: true } })
    expect((await choose(server, first.id)).status).toBe(200)
    expect(await servers.database.prisma.chat.findUnique({ where: { id: chat }, select: { updatedAt: true } })).toEqual(before)
    const next = await servers.start({ model: { model: createScriptedModel([answerStep('Four.')]) } })
    expect(await read(next)).toEqual(['First?', 'One.'])
    await askToEnd(next, chat, 'And now?', { messageId: 'question-2' })
    expect(await read(next)).toEqual(['First?', 'One.', 'And now?', 'Four.'])
  })

  it('tells the versions of the page that is asked for only', async () => {
    const { server } = await start('One.', 'Two.', 'Three.')
    await askToEnd(server, chat, 'First?')
    await toEnd(await regenerate(server, chat, (await readAnswer(server, chat)).id))
    await askToEnd(server, chat, 'Second?', { messageId: 'question-2' })
    const newest = await (await server.fetch(`/api/messages?chat=${chat}&limit=2`)).json() as { versions: object }
    expect(newest.versions).toEqual({})
    const older = await (await server.fetch(`/api/messages?chat=${chat}&limit=2&before=question-2`)).json() as { versions: object }
    expect(Object.values(older.versions)).toHaveLength(1)
  })

  it('refuses what names no message of this chat, and changes nothing', async () => {
    const { server, model } = await start('One.', 'Two.')
    await askToEnd(server, chat, 'First?')
    await askToEnd(server, `${chat}-2`, 'Other chat?', { messageId: 'question-other' })
    const before = await dumpRows(servers.database)
    for (const id of ['none', 'question-other', (await readAnswer(server, `${chat}-2`)).id]) {
      expect(await readCode(await edit(server, chat, id, 'Mine?', 'question-9'))).toEqual([404, 'message-not-found'])
      expect(await readCode(await regenerate(server, chat, id))).toEqual([404, 'message-not-found'])
      expect(await readCode(await choose(server, id))).toEqual([404, 'message-not-found'])
    }
    expect(await readCode(await edit(server, `${chat}-3`, 'question-1', 'Mine?', 'question-9'))).toEqual([404, 'chat-not-found'])
    expect(await readCode(await choose(server, 'question-1', `${chat}-3`))).toEqual([404, 'chat-not-found'])
    expect(await dumpRows(servers.database)).toBe(before)
    expect(model.calls).toHaveLength(2)
  })

  it('refuses to edit an answer, or under an id that is taken', async () => {
    const { server } = await start('One.')
    await askToEnd(server, chat, 'First?')
    const before = await dumpRows(servers.database)
    expect(await readCode(await edit(server, chat, (await readAnswer(server, chat)).id, 'I am the model.', 'question-9'))).toEqual([400, 'request-invalid'])
    expect(await readCode(await edit(server, chat, 'question-1', 'Again?', 'question-1'))).toEqual([409, 'message-exists'])
    for (const body of [{ activeMessageId: 1 }, { activeMessageId: '../x' }, {}, { activeMessageId: 'question-1', more: true }]) {
      expect(await readCode(await server.send('PATCH', `/api/chats/${chat}`, body))).toEqual([400, 'request-invalid'])
    }
    expect(await dumpRows(servers.database)).toBe(before)
  })

  it('refuses to edit, answer again or choose while an answer is being written', async () => {
    const { server, model } = await start('One.')
    await askToEnd(server, chat, 'First?')
    const first = await readAnswer(server, chat)
    const stream = readEventStream(await ask(server, chat, 'Second?', { messageId: 'question-2' }))
    await model.call(2)
    // What is being written is stored beside it.
    const readStored = async () => [await servers.database.prisma.message.findMany({ orderBy: { seq: 'asc' } }), await servers.database.prisma.chat.findMany(), await servers.database.prisma.turn.count()]
    const before = await readStored()
    expect(await readCode(await edit(server, chat, 'question-1', 'Other?', 'question-3'))).toEqual([409, 'turn-in-progress'])
    expect(await readCode(await regenerate(server, chat, first.id))).toEqual([409, 'turn-in-progress'])
    expect(await readCode(await choose(server, first.id))).toEqual([409, 'turn-in-progress'])
    expect(await readStored()).toEqual(before)
    await stop(server, chat)
    await stream.toEnd()
  })

  it('lets an answer that waits for a decision be set aside by an edit, but not hidden by a choice', async () => {
    const model = createScriptedModel([[...textParts('t', 'I will post it.'), ...callStep(callParts('c1', 'post', { word: 'x' }))], answerStep('Fine.')])
    const server = await servers.start({ model: { model }, tools: [createGatedStub('post')] })
    await askToEnd(server, chat, 'Post it.')
    const refused = await choose(server, 'question-1')
    expect([refused.status, await refused.json()]).toEqual([409, expect.objectContaining({ message: 'An answer in this chat waits for your decision.' })])
    await toEnd(await edit(server, chat, 'question-1', 'Don\'t.', 'question-2'))
    expect(await read(server)).toEqual(['Don\'t.', 'Fine.'])
    await choose(server, 'question-1')
    expect(await read(server)).toEqual(['Post it.', 'I will post it.'])
  })

  it('makes one version of many simultaneous edits of one key', async () => {
    const { server, model } = await start('One.', 'Two.')
    await askToEnd(server, chat, 'First?')
    const body = { ...toQuestion(chat, 'Other?', 'question-2'), messageId: 'question-1' }
    const responses = await Promise.all(Array.from({ length: 8 }, () => server.send('POST', '/api/chat', body, { 'idempotency-key': 'key-1' })))
    await Promise.all(responses.map(toEnd))
    expect(model.calls).toHaveLength(2)
    expect(await readVersions(server, chat)).toEqual({ 'question-2': ['question-1', 'question-2'] })
  })
})
