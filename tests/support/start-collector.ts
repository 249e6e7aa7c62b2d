import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

const spanSchema = z.object({
  name: z.string(), spanId: z.string(), parentSpanId: z.string().optional(), startTimeUnixNano: z.string(), endTimeUnixNano: z.string(),
  attributes: z.array(z.object({ key: z.string(), value: z.unknown() })), status: z.object({ code: z.number().optional() }).optional(),
})
const exportSchema = z.object({ resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })) })) })

export type TraceCollector = Awaited<ReturnType<typeof startCollector>>

/** A collector of traces on loopback that keeps what it is sent. */
export async function startCollector() {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      bodies.push(Buffer.concat(pieces).toString('utf8'))
      response.setHeader('content-type', 'application/json')
      response.end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    spans: () => bodies.flatMap((body) => exportSchema.parse(JSON.parse(body)).resourceSpans).flatMap(({ scopeSpans }) => scopeSpans).flatMap(({ spans }) => spans),
    close: () => server.close(),
  }
}
