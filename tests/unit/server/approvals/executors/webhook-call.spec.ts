import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ActionFailure } from '#layers/northlight/server/approvals/executors/executor.ts'
import type { ExecutionContext, ExecutionOrder } from '#layers/northlight/server/approvals/executors/executor.ts'
import { webhookCallExecutor } from '#layers/northlight/server/approvals/executors/webhook-call.ts'
import { startFakeWebhook } from '#layers/northlight/tests/support/fake-webhook.ts'
import type { FakeWebhook } from '#layers/northlight/tests/support/fake-webhook.ts'
import { trustLoopbackCertificate } from '#layers/northlight/tests/support/loopback-certificate.ts'
import type { TestServer } from '#layers/northlight/tests/support/start-test-server.ts'
import { embeddedDatabase } from '#layers/northlight/tests/support/test-databases.ts'
import { useTestServers } from '#layers/northlight/tests/support/use-test-servers.ts'

const marker = '0b6f1c2d-1111-4222-8333-444455556666'

describe('messages to webhooks', () => {
  const servers = useTestServers(embeddedDatabase)
  let webhook: FakeWebhook
  let server: TestServer
  let context: ExecutionContext
  let secret = ''
  let forget = () => {}
  beforeEach(async () => {
    forget = trustLoopbackCertificate()
    webhook = await startFakeWebhook('https')
    server = await servers.start({ clock: { now: () => 1_800_000_000_000 } }, { NORTHLIGHT_PRIVATE_ADDRESSES: '127.0.0.1' })
    context = { ...server.services, signal: new AbortController().signal }
    secret = (await (await connect('Team', webhook.url)).json() as { secret: string }).secret
  })
  afterEach(async () => {
    forget()
    await webhook.close()
  })

  const connect = (name: string, url: string) => server.send('POST', '/api/connections', { kind: 'webhook', name, url })
  const toOrder = (more: Partial<ExecutionOrder> = {}): ExecutionOrder => ({
    approvalId: 'approval-1', organizationId: server.services.localPrincipal.organizationId, createdBy: 'local-user', askedAt: new Date(8.64e15), kind: 'webhook_call',
    target: { kind: 'webhook', key: 'Team', url: `${new URL(webhook.url).origin}/`, title: null }, body: { subject: 'Hi', text: 'All "green".' }, marker, ...more,
  })

  it('sends nothing to a webhook that was made after it was asked for', async () => {
    const early = toOrder({ askedAt: new Date(0) })
    expect(await webhookCallExecutor.check(early, context)).toBe('the webhook Team that was there when it was asked for is gone')
    await expect(webhookCallExecutor.run(early, context)).rejects.toThrow(ActionFailure)
    expect(webhook.received).toEqual([])
  })

  it('sends exactly what was approved, signed, once, with the marker for its id', async () => {
    expect(await webhookCallExecutor.check(toOrder(), context)).toBeUndefined()
    expect(await webhookCallExecutor.run(toOrder(), context)).toEqual({ note: 'Sent to Team', url: null, outcome: { sent: true, to: 'Team' } })
    expect(webhook.received).toHaveLength(1)
    const { method, headers, body } = webhook.received[0] ?? { method: '', headers: {}, body: '' }
    expect([method, JSON.parse(body)]).toEqual(['POST', { id: marker, subject: 'Hi', text: 'All "green".' }])
    expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'idempotency-key': marker, 'webhook-id': marker, 'webhook-timestamp': '1800000000' })
    const expected = createHmac('sha256', Buffer.from(secret.slice(6), 'base64')).update(`${marker}.1800000000.${body}`).digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${expected}`)
  })

  it.each([400, 404, 410, 422, 429, 301, 307, 308])('is certain that nothing was done at %i', async (status) => {
    webhook.answerWith((response) => response.writeHead(status, { location: webhook.url }).end())
    await expect(webhookCallExecutor.run(toOrder(), context)).rejects.toThrow(new ActionFailure(`Team did not take it: it answered ${status}.`))
    expect(webhook.received).toHaveLength(1)
  })

  it.each([408, 500, 502, 303])('knows nothing at %i', async (status) => {
    webhook.answerWith(status)
    const failure = await webhookCallExecutor.run(toOrder(), context).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(ActionFailure)
  })

  it('knows nothing where the answer is lost, and can\'t look', async () => {
    webhook.answerWith((response) => response.destroy())
    await expect(webhookCallExecutor.run(toOrder(), context)).rejects.not.toBeInstanceOf(ActionFailure)
    expect(webhookCallExecutor.find).toBeUndefined()
  })

  it('goes nowhere else than was shown', async () => {
    const target = { ...toOrder().target, url: 'https://hooks.example.com/' }
    expect(await webhookCallExecutor.check(toOrder({ target }), context)).toBe('the webhook Team leads elsewhere by now')
    await expect(webhookCallExecutor.run(toOrder({ target }), context)).rejects.toThrow(ActionFailure)
    const gone = { ...toOrder().target, key: 'team' }
    expect(await webhookCallExecutor.check(toOrder({ target: gone }), context)).toBe('the webhook team that was there when it was asked for is gone')
    await expect(webhookCallExecutor.run(toOrder({ target: gone }), context)).rejects.toThrow(ActionFailure)
    await expect(webhookCallExecutor.run(toOrder({ organizationId: 'another' }), context)).rejects.toThrow(ActionFailure)
    expect(webhook.received).toEqual([])
  })

  it('sends nothing where the address is one that it may not call, or nobody is there', async () => {
    const strict = await servers.start()
    await expect(webhookCallExecutor.run(toOrder(), { ...strict.services, signal: context.signal })).rejects.toThrow(new ActionFailure('Team could not be reached: it is at an address that this server may not call.'))
    forget()
    await expect(webhookCallExecutor.run(toOrder(), context)).rejects.toThrow(new ActionFailure('Team could not be reached: its certificate is not valid.'))
    const order = toOrder()
    await webhook.close()
    await expect(webhookCallExecutor.run(order, context)).rejects.toThrow(new ActionFailure('Team could not be reached: it refuses connections.'))
    expect(webhook.received).toEqual([])
  })
})
