import { describe, expect, it } from 'vitest'
import { stopTurn } from '#layers/northlight/server/agent/stop-turn.ts'
import { ask, outcomeOf, readAnswer, stop, toText } from '#layers/northlight/tests/support/chat-client.ts'
import { answerStep, callParts, callStep, finishPart, textParts } from '#layers/northlight/tests/support/model-parts.ts'
import { holdFirstCommit } from '#layers/northlight/tests/support/hold-first-commit.ts'
import { isChunk, readEventStream } from '#layers/northlight/tests/support/read-event-stream.ts'
import { createScriptedModel } from '#layers/northlight/tests/support/scripted-model.ts'
import type { ScriptedModel, ScriptedModelOptions } from '#layers/northlight/tests/support/scripted-model.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { createToolStub } from '#layers/northlight/tests/support/tool-stub.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const chat = 'chat-0123456789abcdef'

describe.each(testDatabases)('stopping a turn on the $name database', (kind) => {
  const servers = useTestServers(kind)
  const startStreaming = async (options: ScriptedModelOptions = {}) => {
    const model = createScriptedModel([], options)
    const server = await servers.start({ model: { model } })
    const stream = readEventStream(await ask(server, chat, 'What failed?'))
    const call = await model.call(1)
    call.push({ type: 'text-start', id: 't' }, { type: 'text-delta', id: 't', delta: 'Two ' })
    await stream.until(isChunk('text-delta'))
    return { server, stream, call }
  }

  it('D03 aborts the model within a chunk and stores what was said', async () => {
    const { server, stream, call } = await startStreaming()
    expect(await stop(server, chat)).toEqual({ stopped: true })
    await call.aborted
    expect(call.abortedAfter).toBe(2)
    call.push({ type: 'text-delta', id: 't', delta: 'never' })
    const answer = await readAnswer(server, chat)
    expect(outcomeOf(answer)).toBe('stopped')
    expect(answer.parts).toMatchObject([{ type: 'step-start' }, { type: 'text', text: 'Two ', state: 'done' }])
    expect(await stream.toEnd()).toBe(true)
    expect(stream.events.at(-1)?.chunk).toMatchObject({ type: 'finish', messageMetadata: { northlight: { outcome: 'stopped' } } })
    expect(await servers.database.prisma.turn.findMany({ where: { chatId: chat } })).toMatchObject([{ state: 'stopped' }])
  })

  it('does not wait for a model that ignores the abort', async () => {
    const { server, call } = await startStreaming({ ignoresAbort: true })
    expect(await stop(server, chat)).toEqual({ stopped: true })
    call.end({ type: 'text-delta', id: 't', delta: 'never' }, { type: 'text-end', id: 't' }, finishPart())
    expect(toText(await readAnswer(server, chat))).toBe('Two ')
  })

  it('settles a call whose arguments had not come whole', async () => {
    const { server, call, stream } = await startStreaming()
    call.push({ type: 'text-end', id: 't' }, { type: 'tool-input-start', id: 'c1', toolName: 'list_runs' }, { type: 'tool-input-delta', id: 'c1', delta: '{"lim' })
    await stream.until(isChunk('tool-input-delta'))
    await stop(server, chat)
    const answer = await readAnswer(server, chat)
    expect(answer.parts.at(-1)).toMatchObject({ type: 'tool-list_runs', toolCallId: 'c1', state: 'output-error', errorText: 'Stopped before it finished' })
    expect(JSON.stringify(answer)).not.toMatch(/"(?:streaming|input-streaming|input-available)"/)
  })

  it('D02 stops twice with one effect, and says so when nothing runs', async () => {
    const { server } = await startStreaming()
    expect(await Promise.all([stop(server, chat), stop(server, chat)])).toContainEqual({ stopped: true })
    expect(await stop(server, chat)).toEqual({ stopped: false })
    expect(await servers.database.prisma.message.count({ where: { chatId: chat } })).toBe(2)
  })

  const startTool = async (run: Parameters<typeof createToolStub>[1], model: ScriptedModel) => {
    const running = Promise.withResolvers<void>()
    const tool = createToolStub('look', async (input, context) => {
      running.resolve()
      return run?.(input, context)
    })
    const server = await servers.start({ model: { model }, tools: [tool] })
    const stream = readEventStream(await ask(server, chat, 'What failed?'))
    await running.promise
    return { server, stream }
  }

  it('D02 aborts a running tool, and asks the model no more', async () => {
    const model = createScriptedModel([callStep(callParts('c1', 'look', {})), answerStep('never')])
    const seen: string[] = []
    const { server, stream } = await startTool((_input, { signal }) => new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        seen.push('abort')
        reject(signal.reason as Error)
      })
    }), model)
    expect(await stop(server, chat)).toEqual({ stopped: true })
    expect(seen).toEqual(['abort'])
    await stream.toEnd()
    const answer = await readAnswer(server, chat)
    expect(outcomeOf(answer)).toBe('stopped')
    expect(answer.parts.at(-1)).toMatchObject({ type: 'tool-look', state: 'output-error', errorText: 'Stopped before it finished' })
    expect(model.calls).toHaveLength(1)
  })

  it('does not wait for a tool that ignores the signal, and drops what it returns', async () => {
    const model = createScriptedModel([callStep(callParts('c1', 'look', {})), answerStep('never')])
    const released = Promise.withResolvers<object>()
    const { server, stream } = await startTool(() => released.promise, model)
    expect(await stop(server, chat)).toEqual({ stopped: true })
    await stream.toEnd()
    released.resolve({ late: true })
    const answer = await readAnswer(server, chat)
    expect(answer.parts.at(-1)).toMatchObject({ state: 'output-error', errorText: 'Stopped before it finished' })
    expect(JSON.stringify(stream.events)).not.toContain('late')
    expect(JSON.stringify(await servers.database.prisma.turnEvent.findMany())).not.toContain('late')
  })

  it('takes the next question after a stop', async () => {
    const { server } = await startStreaming()
    await stop(server, chat)
    const response = await ask(server, chat, 'Again?', { messageId: 'question-2' })
    expect(response.status).toBe(200)
    await stop(server, chat)
    await response.body?.cancel()
  })

  it('is not what closing the connection does', async () => {
    const model = createScriptedModel()
    const server = await servers.start({ model: { model } })
    const leaving = new AbortController()
    const response = await fetch(`${server.url}/api/chat`, {
      method: 'POST',
      signal: leaving.signal,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: chat, trigger: 'submit-message', message: { id: 'question-1', role: 'user', parts: [{ type: 'text', text: 'What failed?' }] } }),
    })
    const call = await model.call(1)
    call.push({ type: 'text-start', id: 't' }, { type: 'text-delta', id: 't', delta: 'Two ' })
    await readEventStream(response).until(isChunk('text-delta'))
    leaving.abort()
    const live = server.services.liveTurns.find(chat)
    call.push({ type: 'text-delta', id: 't', delta: 'tests ' })
    call.end({ type: 'text-delta', id: 't', delta: 'failed.' }, { type: 'text-end', id: 't' }, ...textParts('u', ' Done.'), finishPart())
    await live?.ended
    expect(call.abortedAfter).toBeUndefined()
    const answer = await readAnswer(server, chat)
    expect([toText(answer), outcomeOf(answer)]).toEqual(['Two tests failed. Done.', 'done'])
  })

  it('stops a turn that is just being stored', async () => {
    const model = createScriptedModel()
    const held = holdFirstCommit(servers.database)
    const server = await servers.start({ model: { model }, database: held.database })
    held.arm()
    const asked = ask(server, chat, 'What failed?')
    await held.committed
    const stopping = stopTurn(server.services, chat)
    held.release()
    expect(await stopping).toBe(true)
    await readEventStream(await asked).toEnd()
    expect(outcomeOf(await readAnswer(server, chat))).toBe('stopped')
    expect(model.calls).toHaveLength(0)
  })

  it('does not wait for ever for a turn that is refused while it is being stored', async () => {
    const { server, stream } = await startStreaming()
    const refused = ask(server, chat, 'Again?', { messageId: 'question-2' })
    const stopped = stop(server, chat)
    expect(await stopped).toEqual({ stopped: true })
    const response = await refused
    await stop(server, chat)
    await response.body?.cancel()
    await stream.close()
  })

  it('settles a turn whose end could not be stored, so that the chat goes on', async () => {
    const { server, stream } = await startStreaming()
    const live = server.services.liveTurns.find(chat)
    if (!live) throw new Error('The turn runs.')
    server.services.liveTurns.remove(live)
    expect(await stop(server, chat)).toEqual({ stopped: true })
    expect(outcomeOf(await readAnswer(server, chat))).toBe('stopped')
    live.abort()
    await stream.close()
    await live.ended
  })
})
