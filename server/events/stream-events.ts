import type { ServerResponse } from 'node:http'
import { helloEvent } from '#layers/northlight/shared/events/chat-event.ts'
import type { ChatEvent } from '#layers/northlight/shared/events/chat-event.ts'
import type { EventBus, EventScope } from './event-bus.ts'

export interface StreamEventsOptions {
  /** Proxies and phones close a connection that is silent for longer. In milliseconds. */
  heartbeatMs: number
  /** A reader that leaves more than this untaken is cut off: it comes back, and reads what it shows again. In bytes. */
  mostUntaken: number
  /** What this reader is told of. */
  wants(event: ChatEvent): boolean
}

const defaults: StreamEventsOptions = { heartbeatMs: 20_000, mostUntaken: 64 * 1024, wants: () => true }

/** How long a client waits before it comes back. In milliseconds. */
const retryMs = 1_000

const streamHeaders = { 'content-type': 'text/event-stream', 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' }

/** Writes a person's events to one reader from now on. Resolves when the reader is gone or the server stops. */
export async function streamEvents(response: ServerResponse, bus: EventBus, scope: EventScope, options: Partial<StreamEventsOptions> = {}): Promise<void> {
  if (response.destroyed) return
  const { heartbeatMs, mostUntaken, wants } = { ...defaults, ...options }
  const gone = new Promise<void>((resolve) => response.once('close', resolve))
  const write = (text: string) => {
    if (response.writableLength > mostUntaken) response.destroy()
    else if (!response.writableEnded) response.write(text)
  }
  // Who takes nothing would not take the end either.
  const end = () => void (response.writableNeedDrain ? response.destroy() : response.end())
  response.writeHead(200, streamHeaders)
  const heartbeat = setInterval(() => write(': still here\n\n'), heartbeatMs)
  // Before the greeting: what happens from then on is told.
  const unsubscribe = bus.subscribe(scope, { take: (event) => wants(event) && write(toWire(event)), end })
  write(`retry: ${retryMs}\n${toWire(helloEvent)}`)
  try {
    await gone
  }
  finally {
    clearInterval(heartbeat)
    unsubscribe()
  }
}

function toWire(event: ChatEvent | typeof helloEvent): string {
  return `data: ${JSON.stringify(event)}\n\n`
}
