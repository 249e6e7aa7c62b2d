import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApp, defineEventHandler, toNodeListener } from 'h3'
import { expect, it } from 'vitest'
import { noTracing } from '#layers/northlight/server/telemetry/tracing.ts'
import { systemClock } from '#layers/northlight/server/utils/clock.ts'
import { readEnvironment } from '#layers/northlight/server/utils/env.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import { createRecordingLog } from '#layers/northlight/tests/support/recording-log.ts'

it('logs an error that comes after the headers, and cuts the answer off', async () => {
  const failure = new Error('half way')
  const log = createRecordingLog()
  const services: Partial<Services> = { log, tracing: noTracing, clock: systemClock, environment: readEnvironment({}), localPrincipal: { userId: 'one', organizationId: 'one', role: 'owner', via: 'local' } }
  const app = createApp()
  app.use(defineEventHandler((event) => {
    event.context.services = Promise.resolve(services as Services)
    event.context.clientAddress = '127.0.0.1'
  }))
  app.use(defineRoute('chat.list', ({ event }) => {
    event.node.res.writeHead(200)
    event.node.res.write('some')
    throw failure
  }))
  const server = createServer(toNodeListener(app))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  await expect(fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`).then((response) => response.text())).rejects.toThrow()
  expect(log.lines).toContainEqual({ level: 'error', message: 'An answer broke off.', facts: { requestId: expect.any(String), error: failure } })
  server.close()
})
