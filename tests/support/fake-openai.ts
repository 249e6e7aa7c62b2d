import { createServer } from 'node:http'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface FakeRequest {
  path: string
  headers: IncomingHttpHeaders
  body: { model: string, stream: boolean, tools?: { function: { name: string } }[], messages: { role: string, content: unknown, tool_call_id?: string }[] }
}

export interface FakeOpenai {
  readonly baseUrl: string
  readonly requests: FakeRequest[]
  close(): Promise<void>
}

/** A server that speaks the chat completions protocol; each request is answered by the next of the answers, the last one again and again. */
export async function startFakeOpenai(...answers: ((response: ServerResponse) => void)[]): Promise<FakeOpenai> {
  const requests: FakeRequest[] = []
  const server = createServer(async (request, response) => {
    requests.push({ path: request.url ?? '', headers: request.headers, body: JSON.parse(await text(request)) as FakeRequest['body'] })
    answers[Math.min(requests.length, answers.length) - 1]?.(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/custom/v1`,
    requests,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Streams deltas as such servers do, the last one with a reason and the usage after it. */
export function streamDeltas(deltas: object[], finishReason: 'stop' | 'tool_calls') {
  return (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const chunk = (choices: object[], more: object = {}) => response.write(`data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices, ...more })}\n\n`)
    for (const delta of deltas) chunk([{ index: 0, delta, finish_reason: null }])
    chunk([{ index: 0, delta: {}, finish_reason: finishReason }])
    chunk([], { usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 } })
    response.end('data: [DONE]\n\n')
  }
}

/** Refuses with an error of the protocol's shape; to be tried again at once, where it may be. */
export function refuse(status: number, message: string) {
  return (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json', 'retry-after-ms': '1' })
    response.end(JSON.stringify({ error: { message, type: 'error', code: null } }))
  }
}
