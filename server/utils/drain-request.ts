import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'

/** Reads what is left of a refused request and drops it: a browser reads no answer before it has sent its body. */
export async function drainRequest(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return
  request.resume()
  await finished(request, { writable: false }).catch(() => {})
}
