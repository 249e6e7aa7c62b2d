import { describe, expect, it, vi } from 'vitest'
import { ask, edit, outcomeOf, readAnswer, readMessages, regenerate, stop } from '#layers/northlight/tests/support/chat-client.ts'
import { answerStep } from '#layers/northlight/tests/support/model-parts.ts'
import { readEventStream } from '#layers/northlight/tests/support/read-event-stream.ts'
import { createScriptedModel } from '#layers/northlight/tests/support/scripted-model.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'
import { detailLevels } from '#layers/northlight/shared/settings/detail-level.ts'
import { planSurfacing } from '#layers/northlight/shared/surfacing/plan-surfacing.ts'

const chat = 'chat-0123456789abcdef'

describe.each(testDatabases)('what a message is known by, on the $name database', (kind) => {
  const servers = useTestServers(kind)
  const readIds = async () => (await servers.database.prisma.message.findMany({ where: { chatId: chat }, orderBy: { seq: 'asc' }, select: { id: true, content: true } }))
    .map(({ id, content }) => [id, (content as { id: string }).id])

  it('D04 is one id from its stream to its row and over a restart, and no two messages share one after stop, Continue, retry and edit', async () => {
    const model = createScriptedModel([])
    const server = await servers.start({ model: { model } })
    const finish = async (response: Response, number: number) => {
      const stream = readEventStream(response)
      ;(await model.call(number)).end(...answerStep(`Answer ${number}.`))
      await stream.toEnd()
      const start = stream.events[0]?.chunk
      return start?.type === 'start' ? start.messageId : undefined
    }
    const stopped = readEventStream(await ask(server, chat, 'What failed?'))
    await model.call(1)
    await stop(server, chat)
    await stopped.toEnd()
    const continued = await finish(await ask(server, chat, 'Continue', { messageId: 'question-2' }), 2)
    expect((await readAnswer(server, chat)).id).toBe(continued)
    const again = await finish(await regenerate(server, chat, continued ?? ''), 3)
    await finish(await edit(server, chat, 'question-1', 'What passed?', 'question-3'), 4)
    const ids = await readIds()
    expect(ids).toHaveLength(7)
    expect(new Set(ids.flat()).size).toBe(7)
    expect(ids.every(([row, content]) => row === content && row !== '')).toBe(true)
    expect(ids.flat()).toEqual(expect.arrayContaining([continued, again]))
    const shown = await readMessages(server, chat)
    expect(await readMessages(await servers.start(), chat)).toEqual(shown)
  })

  it('D11 is never nothing: a turn that was stopped or failed before a word says so at every level, under an id of ours', async () => {
    const model = createScriptedModel([])
    const server = await servers.start({ model: { model } })
    const stopped = readEventStream(await ask(server, chat, 'What failed?'))
    await model.call(1)
    await stop(server, chat)
    await stopped.toEnd()
    const failed = readEventStream(await ask(server, chat, 'And now?', { messageId: 'question-2' }))
    ;(await model.call(2)).fail(new Error('The model broke.'))
    await failed.toEnd()
    const answers = (await readMessages(server, chat)).filter((message) => message.role === 'assistant')
    expect(answers.map(outcomeOf)).toEqual(['stopped', 'failed'])
    for (const answer of answers) {
      expect(answer.id).toMatch(/^[\w-]{8,64}$/)
      for (const level of detailLevels) expect(planSurfacing(answer, { level, running: false }).rows.length).toBeGreaterThan(0)
    }
    for (const parts of [[], [{ type: 'text', text: ' ' }]]) {
      expect((await server.send('POST', '/api/chat', { id: chat, trigger: 'submit-message', message: { id: 'question-3', role: 'user', parts } })).status).toBe(400)
    }
    expect((await server.send('POST', '/api/chat', { id: chat, trigger: 'submit-message', message: { id: '', role: 'user', parts: [{ type: 'text', text: 'x' }] } })).status).toBe(400)
    expect(await readIds()).toHaveLength(4)
    vi.restoreAllMocks()
  })
})
