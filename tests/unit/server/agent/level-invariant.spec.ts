import { MockLanguageModelV4 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import type { TurnEvent } from '#layers/northlight/shared/messages/compact-chunks.ts'
import { createDemoModel } from '#layers/northlight/server/agent/models/demo/demo-model.ts'
import { ask, readMessages, toQuestion } from '#layers/northlight/tests/support/chat-client.ts'
import { jobsDone } from '#layers/northlight/tests/support/jobs-done.ts'
import { clearDatabase } from '#layers/northlight/tests/support/clear-database.ts'
import { createCountingIds } from '#layers/northlight/tests/support/counting-ids.ts'
import { dumpRows } from '#layers/northlight/tests/support/dump-rows.ts'
import { readEventStream } from '#layers/northlight/tests/support/read-event-stream.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const chat = 'chat-0123456789abcdef'
const questions = ['What failed in the last run? Remember that checkout belongs to Payments.', 'Which run shall I open?', 'Nightly shop suite, Tuesday']

describe.each(testDatabases)('the level never reaches the work, on the $name database', (kind) => {
  const servers = useTestServers(kind)

  /** Asks the same questions with a level saved, and gives all that anybody could have seen of it. */
  async function workAt(detailLevel: number) {
    const demo = createDemoModel({ pace: 'instant' })
    const stored: unknown[] = []
    const model = new MockLanguageModelV4({
      doStream: async (options) => {
        stored.push(await servers.database.prisma.turnEvent.findMany({ orderBy: [{ turnId: 'asc' }, { seq: 'asc' }] }))
        return demo.doStream(options)
      },
    })
    const server = await servers.start({ model: { model }, titleModel: { model }, clock: { now: () => 1_800_000_000_000 }, ids: createCountingIds() })
    expect(await (await server.send('PATCH', '/api/settings/chat', { detailLevel })).json()).toEqual({ detailLevel })
    const bodies: string[] = []
    const streams: TurnEvent[][] = []
    for (const [index, question] of questions.entries()) {
      bodies.push(JSON.stringify(toQuestion(chat, question, `question-${index}`)))
      const stream = readEventStream(await ask(server, chat, question, { messageId: `question-${index}` }))
      await stream.toEnd()
      streams.push(stream.events)
      // The chat is named beside the answers: in one order with them, so that the ids are the same.
      await jobsDone(server.services)
    }
    const messages = JSON.stringify(await readMessages(server, chat))
    await servers.database.prisma.userChatPreference.deleteMany()
    const rows = await dumpRows(servers.database)
    await clearDatabase(servers.database)
    return { bodies, prompts: model.doStreamCalls.map(({ prompt, tools }) => JSON.stringify({ prompt, tools })), stored: JSON.stringify(stored), streams: streams.map(toWhole), messages, rows }
  }

  it('V12 is the same work at 0 and at 4, byte for byte', async () => {
    const [answerOnly, everything] = [await workAt(0), await workAt(4)]
    expect(answerOnly.prompts.length).toBeGreaterThan(5)
    expect(answerOnly.rows).toContain('Payments')
    expect(everything).toEqual(answerOnly)
  })
})

/** The stream without where it happened to be cut: how many deltas are joined depends on the reader's pace. */
function toWhole(events: TurnEvent[]): string {
  return JSON.stringify(events.map(({ chunk }) => chunk)).replaceAll(/"\},\{"type":"(?:text|reasoning)-delta","id":"[\w-]+","delta":"/g, '')
}
