import { describe, expect, it } from 'vitest'
import { ask, askToEnd, outcomeOf, readAnswer, readMessages, stop, toText } from '#layers/northlight/tests/support/chat-client.ts'
import { holdFirstCommit } from '#layers/northlight/tests/support/hold-first-commit.ts'
import { answerStep, finishPart, textParts } from '#layers/northlight/tests/support/model-parts.ts'
import { isChunk, readEventStream } from '#layers/northlight/tests/support/read-event-stream.ts'
import { createScriptedModel } from '#layers/northlight/tests/support/scripted-model.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const chat = 'chat-0123456789abcdef'
const key = 'key-1'

describe.each(testDatabases)('sending twice, on the $name database', (kind) => {
  const servers = useTestServers(kind)
  const countRows = async () => ({
    messages: await servers.database.prisma.message.count({ where: { chatId: chat } }),
    turns: await servers.database.prisma.turn.count({ where: { chatId: chat } }),
  })
  const start = async (...steps: string[]) => {
    const model = createScriptedModel(steps.map(answerStep))
    return { model, server: await servers.start({ model: { model } }) }
  }

  it('makes one message and one turn of 20 simultaneous posts of one key', async () => {
    const { server, model } = await start()
    const responses = Promise.all(Array.from({ length: 20 }, () => ask(server, chat, 'What failed?', { key })))
    const call = await model.call(1)
    call.push(...textParts('a', 'Two ', 'tests'))
    const streams = (await responses).map(readEventStream)
    call.end(...textParts('b', ' failed.'), finishPart())
    expect(await Promise.all(streams.map((stream) => stream.toEnd()))).toEqual(Array(20).fill(true))
    const answer = await readAnswer(server, chat)
    for (const { events } of streams) {
      expect(events[0]?.chunk).toMatchObject({ type: 'start', messageId: answer.id })
      expect(events.map(({ chunk }) => chunk.type === 'text-delta' ? chunk.delta : '').join('')).toBe('Two tests failed.')
    }
    expect(model.calls).toHaveLength(1)
    expect(await countRows()).toEqual({ messages: 2, turns: 1 })
  })

  it('answers a repeated post with the whole turn when the first one is stored and has not begun to run', async () => {
    const model = createScriptedModel([answerStep('Two tests failed.')])
    const held = holdFirstCommit(servers.database)
    const server = await servers.start({ model: { model }, database: held.database })
    held.arm()
    const first = ask(server, chat, 'What failed?', { key })
    await held.committed
    const second = ask(server, chat, 'What failed?', { key })
    await held.passed
    held.release()
    const [one, two] = [readEventStream(await first), readEventStream(await second)]
    await Promise.all([one.toEnd(), two.toEnd()])
    expect(two.events.at(0)).toEqual(one.events.at(0))
    expect(two.events.map(({ chunk }) => chunk.type === 'text-delta' ? chunk.delta : '').join('')).toBe('Two tests failed.')
  })

  it('refuses another body under the key, and the order of its keys is no other body', async () => {
    const { server } = await start('One.')
    await askToEnd(server, chat, 'What failed?', { key })
    const other = await ask(server, chat, 'What passed?', { key })
    expect(other.status).toBe(409)
    expect(await other.json()).toMatchObject({ code: 'idempotency-conflict' })
    const reordered = JSON.stringify({ message: { parts: [{ text: 'What failed?', type: 'text' }], role: 'user', id: 'question-1' }, trigger: 'submit-message', id: chat })
    expect((await server.send('POST', '/api/chat', reordered, { 'idempotency-key': key })).status).toBe(200)
    expect(await countRows()).toEqual({ messages: 2, turns: 1 })
  })

  it('replays the settled turn to the same key', async () => {
    const { server, model } = await start('Two tests failed.')
    await askToEnd(server, chat, 'What failed?', { key })
    const answer = await readAnswer(server, chat)
    const replay = await askToEnd(server, chat, 'What failed?', { key })
    expect(replay[0]?.chunk).toMatchObject({ type: 'start', messageId: answer.id, messageMetadata: answer.metadata })
    expect(replay.map(({ chunk }) => chunk.type === 'text-delta' ? chunk.delta : '').join('')).toBe(toText(answer))
    expect(model.calls).toHaveLength(1)
    expect(await countRows()).toEqual({ messages: 2, turns: 1 })
  })

  it('knows a message by its id where there is no key', async () => {
    const { server } = await start('One.')
    await askToEnd(server, chat, 'What failed?')
    const again = await ask(server, chat, 'What failed?')
    expect(again.status).toBe(409)
    expect(await again.json()).toMatchObject({ code: 'message-exists' })
    expect(await countRows()).toEqual({ messages: 2, turns: 1 })
  })

  it('refuses another message while a turn runs', async () => {
    const { server, model } = await start()
    const stream = readEventStream(await ask(server, chat, 'What failed?'))
    const call = await model.call(1)
    const refused = await ask(server, chat, 'And now?', { messageId: 'question-2' })
    expect(refused.status).toBe(409)
    expect(await refused.json()).toMatchObject({ code: 'turn-in-progress' })
    call.end(...answerStep('Two.'))
    await stream.toEnd()
    expect((await readMessages(server, chat)).map((message) => message.id)).toEqual(['question-1', stream.events[0]?.chunk.type === 'start' ? stream.events[0].chunk.messageId : ''])
  })

  it('settles a turn of its own that nobody runs any more, as far as it was stored, and takes the next message', async () => {
    const { server, model } = await start()
    const stream = readEventStream(await ask(server, chat, 'What failed?'))
    const call = await model.call(1)
    call.push(...textParts('a', 'Two ', 'tests'), { type: 'tool-input-start', id: 'c1', toolName: 'look' })
    await stream.until(isChunk('tool-input-start'))
    const live = server.services.liveTurns.find(chat)
    if (!live) throw new Error('The turn runs.')
    while (await servers.database.prisma.turnEvent.count({ where: { turnId: live.turnId } }) < 4);
    server.services.liveTurns.remove(live)
    const next = readEventStream(await ask(server, chat, 'And now?', { messageId: 'question-2' }))
    ;(await model.call(2)).end(...answerStep('One.'))
    await next.toEnd()
    const messages = await readMessages(server, chat)
    expect(messages.map(toText)).toEqual(['What failed?', 'Two tests', 'And now?', 'One.'])
    expect(messages.map(outcomeOf)).toEqual([undefined, 'interrupted', undefined, 'done'])
    const stored = () => servers.database.prisma.turnEvent.findMany({ where: { turnId: live.turnId }, orderBy: { seq: 'asc' } })
    const before = await stored()
    expect(before.at(-1)?.chunk).toMatchObject({ type: 'finish', messageMetadata: { northlight: { outcome: 'interrupted' } } })
    // It comes back to life: what it says now is refused, and its reader is sent to what is stored.
    call.push(...textParts('b', 'late'))
    expect(await stream.toEnd()).toBe(false)
    expect(live.isLost).toBe(true)
    expect(await stored()).toEqual(before)
  })

  it('refuses the next message for a turn that another server runs', async () => {
    const { server, model } = await start()
    const other = await servers.start()
    const stream = readEventStream(await ask(server, chat, 'What failed?'))
    await model.call(1)
    expect((await ask(other, chat, 'And now?', { messageId: 'question-2' })).status).toBe(409)
    await stop(server, chat)
    await stream.toEnd()
  })

  it('lets one of two different posts win', async () => {
    const { server, model } = await start()
    const responses = await Promise.all(['question-1', 'question-2'].map((messageId) => ask(server, chat, `I am ${messageId}.`, { messageId, key: messageId })))
    expect(responses.map((response) => response.status).toSorted()).toEqual([200, 409])
    const winner = responses.find((response) => response.status === 200)
    if (!winner) throw new Error('One wins.')
    ;(await model.call(1)).end(...answerStep('You won.'))
    const stream = readEventStream(winner)
    await stream.until(isChunk('finish'))
    await stream.toEnd()
    expect(await countRows()).toEqual({ messages: 2, turns: 1 })
  })

  it('writes the answer again from the same question, beside the first', async () => {
    const { server, model } = await start('First.', 'Second.')
    await askToEnd(server, chat, 'What failed?')
    const first = await readAnswer(server, chat)
    const again = await server.send('POST', '/api/chat', { id: chat, trigger: 'regenerate-message', messageId: first.id })
    await readEventStream(again).toEnd()
    expect((await readMessages(server, chat)).map(toText)).toEqual(['What failed?', 'Second.'])
    expect(model.prompts[1]).toEqual(model.prompts[0])
    expect(await countRows()).toEqual({ messages: 3, turns: 2 })
  })
})
