import { once } from 'node:events'
import { createServer, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FixedAnswer {
  headers: OutgoingHttpHeaders
  body: string | Buffer
}

/** A server that knows these answers by path, and nothing else. */
export async function serveAnswers(answers: ReadonlyMap<string, FixedAnswer>) {
  const server = createServer((request, response) => {
    const answer = answers.get(request.url ?? '')
    response.writeHead(answer ? 200 : 404, answer?.headers).end(answer?.body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() }
}
