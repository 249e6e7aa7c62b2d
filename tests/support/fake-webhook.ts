import { createServer } from 'node:http'
import type { IncomingHttpHeaders, RequestListener, ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { loopbackCertificate } from './loopback-certificate.ts'

export interface ReceivedWebhook {
  method: string
  headers: IncomingHttpHeaders
  body: string
}

/** A receiver of webhooks at a loopback address: records what comes, and answers as it is told to. */
export interface FakeWebhook {
  readonly url: string
  readonly received: ReceivedWebhook[]
  /** For whatever comes from here on; 200 until then. */
  answerWith(answer: number | ((response: ServerResponse) => void)): void
  close(): Promise<void>
}

export async function startFakeWebhook(scheme: 'http' | 'https' = 'http'): Promise<FakeWebhook> {
  const received: ReceivedWebhook[] = []
  let answer: number | ((response: ServerResponse) => void) = 200
  const listener: RequestListener = async (request, response) => {
    received.push({ method: request.method ?? '', headers: request.headers, body: await text(request) })
    if (typeof answer === 'number') response.writeHead(answer).end()
    else answer(response)
  }
  const server = scheme === 'http' ? createServer(listener) : createHttpsServer(loopbackCertificate, listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/secret-path`,
    received,
    answerWith: (next) => void (answer = next),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
