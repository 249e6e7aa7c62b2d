import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApp, defineEventHandler, toNodeListener } from 'h3'
import { expect, it, vi } from 'vitest'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'

it('logs an error that comes after the headers, and cuts the answer off', async () => {
  const failure = new Error('half way')
  const app = createApp()
  app.use(defineEventHandler((event) => {
    event.context.services = Promise.resolve({ environment: { NORTHLIGHT_AUTH: 'local' }, localPrincipal: { userId: 'one', organizationId: 'one', role: 'owner', via: 'local' } } as Services)
    event.context.clientAddress = '127.0.0.1'
  }))
  app.use(defineRoute('chat.list', ({ event }) => {
    event.node.res.writeHead(200)
    event.node.res.write('some')
    throw failure
  }))
  const server = createServer(toNodeListener(app))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  await expect(fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`).then((response) => response.text())).rejects.toThrow()
  expect(log).toHaveBeenCalledWith(failure)
  log.mockRestore()
  server.close()
})
