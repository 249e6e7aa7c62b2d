import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'

export interface DrainLimits {
  bytes: number
  milliseconds: number
}

/** As much as the largest report that is taken, in the time that a slow line may need. */
const defaultLimits: DrainLimits = { bytes: 250_000_000, milliseconds: 30_000 }

/** Reads what is left of a refused request and drops it: a browser reads no answer before it has sent its body. What goes on beyond the limits is cut off. */
export async function drainRequest(request: IncomingMessage, limits = defaultLimits): Promise<void> {
  if (request.readableEnded || request.destroyed) return
  let size = 0
  const count = (chunk: Buffer) => {
    size += chunk.length
    if (size > limits.bytes) request.destroy()
  }
  const timer = setTimeout(() => request.destroy(), limits.milliseconds)
  request.on('data', count)
  request.resume()
  await finished(request, { writable: false }).catch(() => {})
  request.off('data', count)
  clearTimeout(timer)
}
