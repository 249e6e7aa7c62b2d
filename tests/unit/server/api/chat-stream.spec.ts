import { describe, expect, it } from 'vitest'
import { foldChunks } from '#layers/northlight/server/stream/fold-chunks.ts'
import { ask, readAnswer } from '#layers/northlight/tests/support/chat-client.ts'
import { callParts, callStep, finishPart, textParts } from '#layers/northlight/tests/support/model-parts.ts'
import { isChunk, readEventStream } from '#layers/northlight/tests/support/read-event-stream.ts'
import { createScriptedModel } from '#layers/northlight/tests/support/scripted-model.ts'
import { embeddedDatabase } from '#layers/northlight/tests/support/test-databases.ts'
import { createToolStub } from '#layers/northlight/tests/support/tool-stub.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const chat = 'chat-0123456789abcdef'
const path = (after?: number | string) => `/api/chat/${chat}/stream${after === undefined ? '' : `?after=${after}`}`

describe('reading a running turn again', () => {
  const servers = useTestServers(embeddedDatabase)

  it('goes on from every point, and is empty when nothing runs', async () => {
    const model = createScriptedModel([[...textParts('t', 'Let me ', 'look.'), ...callStep(callParts('c1', 'look', {}))]])
    const server = await servers.start({ model: { model }, tools: [createToolStub('look')] })
    const first = readEventStream(await ask(server, chat, 'What failed?'))
    const call = await model.call(2)
    call.push({ type: 'text-start', id: 'u' }, { type: 'text-delta', id: 'u', delta: 'Two ' })
    await first.until(({ type, ...chunk }) => type === 'text-delta' && 'delta' in chunk && chunk.delta === 'Two ')
    const live = server.services.liveTurns.find(chat)
    const seen = [...live?.events ?? []]
    const readers = await Promise.all([undefined, ...seen.map((event) => event.seq)].map(async (after) => ({ after: after ?? 0, stream: readEventStream(await server.fetch(path(after))) })))
    expect(await (await server.fetch(`/api/chats/${chat}`)).json()).toMatchObject({ isRunning: true })
    call.end({ type: 'text-delta', id: 'u', delta: 'failed.' }, { type: 'text-end', id: 'u' }, finishPart())
    await first.until(isChunk('finish'))
    await first.toEnd()
    const answer = await readAnswer(server, chat)
    for (const { after, stream } of readers) {
      expect(await stream.toEnd()).toBe(true)
      expect(await foldChunks(answer.id, [...seen.slice(0, after), ...stream.events])).toEqual(answer)
    }
    const idle = await server.fetch(path())
    expect([idle.status, await idle.text()]).toEqual([204, ''])
    expect(await (await server.fetch(`/api/chats/${chat}`)).json()).toMatchObject({ isRunning: false })
  })

  it.each(['-1', '1.5', 'x', '1e400', 'Infinity'])('refuses ?after=%s', async (after) => {
    const server = await servers.start()
    const response = await server.fetch(path(after))
    expect([response.status, (await response.json() as { code: string }).code]).toEqual([400, 'request-invalid'])
  })
})
