import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { decide, readApproval, readAsk, untilState } from '#layers/northlight/tests/support/approval-client.ts'
import { askToEnd, outcomeOf, readAnswer, toText } from '#layers/northlight/tests/support/chat-client.ts'
import { startFakeWebhook } from '#layers/northlight/tests/support/fake-webhook.ts'
import type { FakeWebhook } from '#layers/northlight/tests/support/fake-webhook.ts'
import { jobsDone } from '#layers/northlight/tests/support/jobs-done.ts'
import { trustLoopbackCertificate } from '#layers/northlight/tests/support/loopback-certificate.ts'
import { createScriptedModel } from '#layers/northlight/tests/support/scripted-model.ts'
import type { TestServer } from '#layers/northlight/tests/support/start-test-server.ts'
import { testDatabases } from '#layers/northlight/tests/support/test-databases.ts'
import { until } from '#layers/northlight/tests/support/until.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const chat = 'chat-0123456789abcdef'
const question = 'Enter 45 minutes on 2026-11-30 for Checkout: <!channel> review of <https://evil.test|a link>'

interface Told {
  id: string
  event: string
  text: string
  url: string
  approval: Record<string, unknown>
  timeEntry?: Record<string, unknown>
}

describe.each(testDatabases)('webhooks that are told of approvals, on the $name database', (kind) => {
  const servers = useTestServers(kind)
  let webhook: FakeWebhook
  let server: TestServer
  let secret = ''
  let forget = () => {}
  beforeEach(async () => {
    forget = trustLoopbackCertificate()
    webhook = await startFakeWebhook('https')
    // Real jobs; chats are named by a model that names none.
    server = await servers.start({ titleModel: { model: createScriptedModel([[], [], []]) } }, { NORTHLIGHT_PRIVATE_ADDRESSES: '127.0.0.1', NORTHLIGHT_URL: 'https://northlight.test' })
    const made = await server.send('POST', '/api/connections', { kind: 'webhook', name: 'Team', url: webhook.url, announces: true })
    secret = (await made.json() as { secret: string }).secret
  })
  afterEach(async () => {
    forget()
    await webhook.close()
  })

  const told = () => webhook.received.map(({ body }) => JSON.parse(body) as Told)

  it('are told what is asked, with a link to all of it, and what came of it', async () => {
    await askToEnd(server, chat, question)
    const waiting = await readAsk(server)
    await until(() => webhook.received.length === 1)
    const [asked] = told()
    const url = `https://northlight.test/inbox/${waiting.id}`
    expect(asked).toMatchObject({ id: `${waiting.id}.1.pending`, event: 'pending', url, approval: { id: waiting.id, version: 1, state: 'pending', request: { toolName: 'propose_time_entry' } } })
    expect(asked?.text).toContain('45 minutes on 2026-11-30 for Checkout')
    expect(asked?.text).toContain(url)
    // Slack would call and link by what a person or a model wrote.
    expect(asked?.text).not.toMatch(/<!channel>|<https:\/\/evil/)
    expect(JSON.stringify(asked?.approval)).not.toContain('review of')

    const { headers, body, method } = webhook.received[0] ?? { headers: {}, body: '', method: '' }
    const signature = createHmac('sha256', Buffer.from(secret.slice(6), 'base64')).update(`${asked?.id}.${String(headers['webhook-timestamp'])}.${body}`).digest('base64')
    expect([method, headers['webhook-id'], headers['idempotency-key'], headers['webhook-signature']]).toEqual(['POST', asked?.id, asked?.id, `v1,${signature}`])

    // Following links decides nothing.
    expect((await readApproval(server, waiting.id)).state).toBe('pending')
    await decide(server, waiting, 'approve')
    await untilState(server, waiting.id, 'executed')
    await until(() => webhook.received.length === 2)
    expect(told()[1]).toMatchObject({
      id: `${waiting.id}.1.executed`, event: 'executed', url, text: expect.stringContaining('Done: 45 minutes on 2026-11-30 for Checkout'),
      timeEntry: { day: '2026-11-30', minutes: 45, subject: 'Checkout', text: '<!channel> review of <https://evil.test|a link>' },
    })
    await until(async () => outcomeOf(await readAnswer(server, chat)) === 'done')
    expect(toText(await readAnswer(server, chat))).toContain('**45 minutes** are entered for Checkout.')
    await jobsDone(server.services)
    expect(webhook.received).toHaveLength(2)
  })

  it('are told of an edit as of a new ask, and why a person said no', async () => {
    await askToEnd(server, chat, question)
    const first = await readAsk(server)
    await until(() => webhook.received.length === 1)
    await decide(server, first, 'edit', { body: { day: '2026-11-30', minutes: 30, text: 'Review' } })
    await until(() => webhook.received.length === 2)
    await decide(server, await readAsk(server), 'reject', { reason: 'Not & never <@U1>' })
    await until(() => webhook.received.length === 3)
    expect(told().map(({ event, approval }) => [event, approval.version])).toEqual([['pending', 1], ['pending', 2], ['rejected', 2]])
    expect(told()[2]?.text).toBe(`Rejected: 30 minutes on 2026-11-30 for Checkout\nNot &amp; never &lt;@U1&gt;\n<https://northlight.test/inbox/${first.id}>`)
  })

  it('are told again, by the same id, where nobody knows that they heard', async () => {
    webhook.answerWith(503)
    await askToEnd(server, chat, question)
    await until(() => webhook.received.length === 1)
    webhook.answerWith(204)
    // Tried again after a second; the server looks for it now and not only when it would have anyway.
    await until(() => {
      server.services.jobs.wake({ name: 'announce-approval' })
      return webhook.received.length === 2
    })
    expect(new Set(told().map(({ id }) => id)).size).toBe(1)
    await jobsDone(server.services)
    expect(webhook.received).toHaveLength(2)
  })

  it('are told once where they refuse it, and hold nothing up', async () => {
    webhook.answerWith(410)
    await askToEnd(server, chat, question)
    await until(() => webhook.received.length === 1)
    await jobsDone(server.services)
    expect(webhook.received).toHaveLength(1)
    const waiting = await readAsk(server)
    webhook.answerWith(() => {})
    await decide(server, waiting, 'approve')
    expect((await untilState(server, waiting.id, 'executed')).state).toBe('executed')
    await until(async () => outcomeOf(await readAnswer(server, chat)) === 'done')
  })

  it('are not told where they did not ask for it, or were deleted', async () => {
    await servers.database.prisma.connection.updateMany({ data: { announces: false } })
    await askToEnd(server, chat, question)
    await jobsDone(server.services)
    await servers.database.prisma.connection.deleteMany()
    await decide(server, await readAsk(server), 'reject')
    await jobsDone(server.services)
    expect(webhook.received).toEqual([])
  })
})
