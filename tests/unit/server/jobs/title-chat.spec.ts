import { describe, expect, it, vi } from 'vitest'
import { silentLog } from '#layers/northlight/server/logs/log.ts'
import { createDemoModel } from '#layers/northlight/server/agent/models/demo/demo-model.ts'
import { ask, askToEnd, importMessages, readMessages } from '#layers/northlight/tests/support/chat-client.ts'
import { jobsDone } from '#layers/northlight/tests/support/jobs-done.ts'
import { answerStep, finishPart, textParts } from '#layers/northlight/tests/support/model-parts.ts'
import { isChunk, readEventStream } from '#layers/northlight/tests/support/read-event-stream.ts'
import { readEvents } from '#layers/northlight/tests/support/read-events.ts'
import { createScriptedModel } from '#layers/northlight/tests/support/scripted-model.ts'
import type { TestServer } from '#layers/northlight/tests/support/start-test-server.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const chat = 'chat-0123456789abcdef'

describe.each(testDatabases)('titles by a job, on the $name database', (kind) => {
  const servers = useTestServers(kind)
  const readRow = () => servers.database.prisma.chat.findUniqueOrThrow({ where: { id: chat }, select: { title: true, titleSource: true } })
  const rename = (server: TestServer, title: string) => server.send('PATCH', `/api/chats/${chat}`, { title })

  it('asks for a title when the first answer is stored, and never before', async () => {
    const model = createScriptedModel()
    const titles = createScriptedModel([], { onCall: async () => expect((await readMessages(server, chat)).length).toBe(2) })
    const server = await servers.start({ model: { model }, titleModel: { model: titles } })
    const stream = readEventStream(await ask(server, chat, 'What failed in the last run, and who is to look at it?'))
    const call = await model.call(1)
    call.push({ type: 'text-start', id: 't' }, { type: 'text-delta', id: 't', delta: 'Two ' })
    await stream.until(isChunk('text-delta'))
    expect(titles.calls).toHaveLength(0)
    expect(await readRow()).toEqual({ title: 'What failed in the last run, and who is to look at it?', titleSource: 'first-line' })
    call.end({ type: 'text-end', id: 't' }, finishPart())
    // The stream ends without waiting for a title, which is still to come.
    expect(await stream.toEnd()).toBe(true)
    const asked = await titles.call(1)
    expect(asked.prompt.slice(1)).toMatchObject([
      { role: 'user', content: [{ text: 'What failed in the last run, and who is to look at it?' }] }, { role: 'assistant', content: [{ text: 'Two' }] }, { role: 'user' },
    ])
    const events = await readEvents(server)
    asked.end(...answerStep('**"Two failures of Tuesday."**\n\nI chose it because …'))
    await jobsDone(server.services)
    expect(await readRow()).toEqual({ title: 'Two failures of Tuesday', titleSource: 'job' })
    expect(await events.until('chat-changed')).toEqual({ type: 'chat-changed', chatId: chat })
    expect(await servers.database.prisma.modelCall.findMany({ orderBy: { step: 'asc' }, select: { step: true, inputTokens: true } })).toEqual([{ step: 0, inputTokens: 10 }, { step: 1, inputTokens: 10 }])
    await events.close()
  })

  it('asks once a chat', async () => {
    const titles = createScriptedModel([answerStep('Birds')])
    const server = await servers.start({ model: { model: createScriptedModel([answerStep('One.'), answerStep('Two.')]) }, titleModel: { model: titles } })
    await askToEnd(server, chat, 'First?')
    await jobsDone(server.services)
    await askToEnd(server, chat, 'Second?', { messageId: 'question-2' })
    await jobsDone(server.services)
    expect([titles.calls.length, await readRow()]).toEqual([1, { title: 'Birds', titleSource: 'job' }])
  })

  it('never takes the place of a name that a person gave meanwhile', async () => {
    const titles = createScriptedModel()
    const server = await servers.start({ model: { model: createScriptedModel([answerStep('One.')]) }, titleModel: { model: titles } })
    await askToEnd(server, chat, 'First?')
    const asked = await titles.call(1)
    await rename(server, 'Mine')
    asked.end(...answerStep('The model\'s'))
    await jobsDone(server.services)
    expect(await readRow()).toEqual({ title: 'Mine', titleSource: 'person' })
  })

  it.each([['fails', undefined], ['says nothing', answerStep(' \n**"" **')]])('keeps the first line where the model %s, logs a failure once, and asks no more', async (_name, parts) => {
    const log = vi.spyOn(silentLog, 'error')
    const titles = createScriptedModel()
    const server = await servers.start({ model: { model: createScriptedModel([answerStep('One.'), answerStep('Two.')]) }, titleModel: { model: titles } })
    await askToEnd(server, chat, 'First?')
    const asked = await titles.call(1)
    if (parts) asked.end(...parts)
    else asked.fail(new Error('The model is away.'))
    await jobsDone(server.services)
    await askToEnd(server, chat, 'Second?', { messageId: 'question-2' })
    await jobsDone(server.services)
    expect(await readRow()).toEqual({ title: 'First?', titleSource: 'job' })
    expect([titles.calls.length, log.mock.calls.length]).toEqual([1, parts ? 0 : 1])
    log.mockRestore()
  })

  it('names no chat that failed or was stopped before it was answered, nor an imported one', async () => {
    const titles = createScriptedModel()
    const model = createScriptedModel()
    const server = await servers.start({ model: { model }, titleModel: { model: titles } })
    const id = await importMessages(server, [{ id: 'q', role: 'user', parts: [{ type: 'text', text: 'Hello' }] }], 'Imported')
    const asked = askToEnd(server, chat, 'First?')
    ;(await model.call(1)).fail(new Error('away'))
    await asked
    const other = ask(server, id, 'And now?')
    ;(await model.call(2)).end(...answerStep('Hm.'))
    await readEventStream(await other).toEnd()
    await jobsDone(server.services)
    expect([titles.calls.length, (await readRow()).title]).toEqual([0, 'First?'])
    expect(await servers.database.prisma.chat.findUniqueOrThrow({ where: { id } })).toMatchObject({ title: 'Imported', titleSource: 'import' })
  })

  it('is taken up at the next start where the server ended before it', async () => {
    const held = createScriptedModel()
    const first = await servers.start({ model: { model: createScriptedModel([answerStep('One.')]) }, titleModel: { model: held } })
    await askToEnd(first, chat, 'First?')
    const call = await held.call(1)
    const closed = first.close()
    await call.aborted
    await closed
    expect(await readRow()).toEqual({ title: 'First?', titleSource: 'first-line' })
    const second = await servers.start({ titleModel: { model: createScriptedModel([answerStep('Birds')]) } })
    await jobsDone(second.services)
    expect(await readRow()).toEqual({ title: 'Birds', titleSource: 'job' })
    const third = createScriptedModel([answerStep('Again')])
    await jobsDone((await servers.start({ titleModel: { model: third } })).services)
    expect(third.calls).toHaveLength(0)
  })

  it('holds no secret of the server\'s, as an answer holds none', async () => {
    const secret = 'sk-title-0123456789abcdef'
    const server = await servers.start({ model: { model: createScriptedModel([answerStep('One.')]) }, titleModel: { model: createScriptedModel([answerStep(`The key ${secret}`)]) } }, { OPENAI_API_KEY: secret })
    await askToEnd(server, chat, 'First?')
    await jobsDone(server.services)
    expect(await readRow()).toEqual({ title: 'The key [key]', titleSource: 'job' })
  })

  it('comes from the demo model by rule', async () => {
    const demo = createDemoModel({ pace: 'instant' })
    const server = await servers.start({ model: { model: demo }, titleModel: { model: demo } })
    await askToEnd(server, chat, 'Which tests are flaky?')
    await jobsDone(server.services)
    expect(await readRow()).toEqual({ title: 'Flaky tests', titleSource: 'job' })
  })

  it('does not hold up a server that stops, though the model goes on', async () => {
    const titles = createScriptedModel([], { ignoresAbort: true })
    const server = await servers.start({ model: { model: createScriptedModel([answerStep('One.')]) }, titleModel: { model: titles } })
    await askToEnd(server, chat, 'First?')
    const call = await titles.call(1)
    call.push(...textParts('t', 'Never'))
    await server.services.jobs.close()
    expect(await readRow()).toMatchObject({ titleSource: 'first-line' })
  })
})
