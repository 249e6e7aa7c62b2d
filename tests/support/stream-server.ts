import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import type { LiveTurn } from '#layers/northlight/server/stream/live-turn.ts'
import { streamTurn } from '#layers/northlight/server/stream/stream-turn.ts'

export interface StreamServer {
  /** The responses so far, in the order in which their requests came. */
  readonly responses: ServerResponse[]
  /** The response with this number, counted from 1, as soon as it is being written. */
  response(number: number): Promise<ServerResponse>
  /** Resolves when the writer of this response has returned. */
  finished(number: number): Promise<void>
  fetch(after?: number): Promise<Response>
  /** A reader that does not take a byte until it is resumed. */
  connectSlowly(after?: number): Socket
  close(): Promise<void>
}

/** One live turn behind real HTTP, without routes and database. */
export async function startStreamServer(turn: LiveTurn, heartbeatMs?: number): Promise<StreamServer> {
  const responses: ServerResponse[] = []
  const writers: Promise<void>[] = []
  const waiting: (() => void)[] = []
  const server = createServer((request, response) => {
    const after = Number(new URL(request.url ?? '/', 'http://localhost').searchParams.get('after') ?? 0)
    responses.push(response)
    writers.push(streamTurn(response, turn, after, heartbeatMs))
    for (const wake of waiting.splice(0)) wake()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const come = async (number: number) => {
    while (responses.length < number) await new Promise<void>((resolve) => waiting.push(resolve))
  }
  return {
    responses,
    async response(number) {
      await come(number)
      const response = responses[number - 1]
      if (!response) throw new Error('It came.')
      return response
    },
    async finished(number) {
      await come(number)
      await writers[number - 1]
    },
    fetch: (after = 0) => fetch(`http://127.0.0.1:${port}/?after=${after}`),
    connectSlowly(after = 0) {
      const socket = connect({ port, host: '127.0.0.1' })
      socket.pause()
      socket.write(`GET /?after=${after} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
      return socket
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
