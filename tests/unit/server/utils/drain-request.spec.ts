import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { drainRequest } from '#layers/northlight/server/utils/drain-request.ts'
import type { DrainLimits } from '#layers/northlight/server/utils/drain-request.ts'

let server: Server | undefined
afterEach(() => server?.close())

/** A client that has announced a body, and whether the server cut it off. */
async function startSending(limits: DrainLimits, body: string): Promise<Socket> {
  server = createServer((request, response) => void drainRequest(request, limits).then(() => response.end('drained')))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 1000\r\n\r\n${body}`)
  return socket
}

async function readAll(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (bytes: Buffer) => text += bytes.toString())
  await once(socket, 'close')
  return text
}

it('reads a refused body to its end, so that the answer is read', async () => {
  expect(await readAll(await startSending({ bytes: 1000, milliseconds: 60_000 }, 'x'.repeat(1000)))).toContain('drained')
})

it('cuts a body off that is larger than the limit', async () => {
  expect(await readAll(await startSending({ bytes: 100, milliseconds: 60_000 }, 'x'.repeat(500)))).toBe('')
})

it('cuts a body off that does not come', async () => {
  expect(await readAll(await startSending({ bytes: 1000, milliseconds: 1 }, ''))).toBe('')
})
