import { expect, test } from '@playwright/test'
import pg from 'pg'
import { toQuestion } from '#layers/northlight/tests/support/chat-client.ts'
import { readEventStream } from '#layers/northlight/tests/support/read-event-stream.ts'
import { followChat, readAsManyBrowsers, toSaid } from '#layers/northlight/tests/support/turn-reader.ts'
import { startHeldModel } from './support/held-model.ts'
import type { HeldModel } from './support/held-model.ts'
import { messagesPageSchema } from './support/messages-page.ts'
import { nodesMissing, startTwoNodes } from './support/two-nodes.ts'
import type { TwoNodes } from './support/two-nodes.ts'

const rounds = process.env.NORTHLIGHT_SOAK ? 10 : 1
/** From the end of a server to the end of its turns, as others show it. In milliseconds. */
const mostStuckMs = 30_000

readAsManyBrowsers()

test.describe('two servers on one PostgreSQL, with Redis', () => {
  test.skip(nodesMissing !== undefined, nodesMissing)
  let model: HeldModel
  let nodes: TwoNodes

  test.beforeEach(async () => {
    test.setTimeout(120_000 + rounds * 60_000)
    model = await startHeldModel()
    nodes = await startTwoNodes(model.variables)
  })
  test.afterEach(async () => {
    await nodes.stop()
    await model.close()
  })

  async function ask(url: string, chatId: string, text = 'What failed?', messageId = 'question-1') {
    const response = await fetch(`${url}/api/chat`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(toQuestion(chatId, text, messageId)) })
    expect(response.status).toBe(200)
    return response
  }
  async function readAnswer(url: string, chatId: string) {
    const answer = messagesPageSchema.parse(await (await fetch(`${url}/api/messages?chat=${chatId}`)).json()).messages.at(-1)
    return { said: toSaid(answer), outcome: (answer?.metadata as { northlight?: { outcome?: string } } | undefined)?.northlight?.outcome }
  }
  const untilSaid = (reader: ReturnType<typeof followChat>, text: string) => expect.poll(() => JSON.stringify(reader.reading.chunks)).toContain(text)
  async function untilInterrupted(url: string, chatId: string) {
    const since = performance.now()
    await expect.poll(async () => (await readAnswer(url, chatId)).outcome, { timeout: mostStuckMs, intervals: [100] }).toBe('interrupted')
    return Math.round(performance.now() - since)
  }

  test('Redis that goes in mid-stream costs a reader on the other server no word', async () => {
    const chatId = 'chat-without-redis'
    const own = readEventStream(await ask(nodes.a.url, chatId))
    const step = await model.nextStep()
    step.say('Two ')
    const reader = followChat(nodes.b.url, chatId)
    await untilSaid(reader, 'Two ')
    await nodes.redis.stop()
    step.say('tests ')
    await untilSaid(reader, 'tests ')
    step.say('failed.')
    step.end()
    expect(toSaid((await reader.ended).final)).toBe('Two tests failed.')
    expect(await own.toEnd()).toBe(true)
    expect(await readAnswer(nodes.b.url, chatId)).toEqual({ said: 'Two tests failed.', outcome: 'done' })
    for (const node of [nodes.a, nodes.b]) expect(node.output()).not.toContain(nodes.redis.url)
  })

  test('a server that was paused for longer than its leases last is refused', async () => {
    for (let round = 1; round <= rounds; round++) {
      const chatId = `chat-paused-in-round-${round}`
      const own = readEventStream(await ask(nodes.a.url, chatId))
      const step = await model.nextStep()
      step.say('Two ')
      const reader = followChat(nodes.b.url, chatId)
      await untilSaid(reader, 'Two ')
      nodes.a.process.kill('SIGSTOP')
      console.log(`Paused: shown as interrupted by the other server after ${await untilInterrupted(nodes.b.url, chatId)} ms.`)
      step.say('late ')
      step.call('c1', 'remember', { note: 'late' })
      step.end()
      nodes.a.process.kill('SIGCONT')
      expect(await own.toEnd()).toBe(false)
      expect(toSaid((await reader.ended).final)).toBe('Two ')
      for (const node of [nodes.a, nodes.b]) expect(await readAnswer(node.url, chatId)).toEqual({ said: 'Two ', outcome: 'interrupted' })
    }
    const client = new pg.Client({ connectionString: nodes.databaseUrl })
    await client.connect()
    const { rows } = await client.query(`SELECT count(*)::int AS late FROM (SELECT chunk::text AS text FROM turn_event UNION ALL SELECT content::text FROM message UNION ALL SELECT text FROM memory_note) AS stored WHERE text LIKE '%late%'`)
    await client.end()
    expect(rows).toEqual([{ late: 0 }])
  })

  test('a server that is killed in mid-turn: the other shows it as interrupted, and readers come over', async () => {
    const chatId = 'chat-of-the-killed'
    await ask(nodes.a.url, chatId)
    const step = await model.nextStep()
    step.say('Two ')
    const [onOther, throughProxy] = [followChat(nodes.b.url, chatId), followChat(nodes.proxy.url, chatId)]
    await untilSaid(onOther, 'Two ')
    await untilSaid(throughProxy, 'Two ')
    nodes.a.process.kill('SIGKILL')
    console.log(`Killed: shown as interrupted by the other server after ${await untilInterrupted(nodes.b.url, chatId)} ms.`)
    const stored = await readAnswer(nodes.b.url, chatId)
    for (const reader of [onOther, throughProxy]) expect(toSaid((await reader.ended).final)).toBe(stored.said)
    const next = readEventStream(await ask(nodes.proxy.url, chatId, 'And now?', 'question-2'))
    const answer = await model.nextStep()
    answer.say('One.')
    answer.end()
    expect(await next.toEnd()).toBe(true)
    expect(await readAnswer(nodes.b.url, chatId)).toEqual({ said: 'One.', outcome: 'done' })
  })
})
