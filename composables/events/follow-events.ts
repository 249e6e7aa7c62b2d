import { readServerSentEvents } from '#layers/northlight/composables/read-server-sent-events.ts'
import { chatEventSchema, helloEvent } from '#layers/northlight/shared/events/chat-event.ts'
import { RequestFailure } from '#layers/northlight/shared/host/chat-client.ts'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import type { FeedEvent } from '#layers/northlight/stores/chatEvents.ts'
import { spreadDelay } from '#layers/northlight/shared/host/spread-delay.ts'
import { z } from 'zod/mini'

export interface FollowEventsOptions {
  /** Whether something may have been missed already. */
  isBehind: boolean
  signal: AbortSignal
  onEvent(event: FeedEvent): void
}

const greetingSchema = z.object({ type: z.literal(helloEvent.type) })
const wireSchema = z.union([greetingSchema, chatEventSchema])

/** The server does not know who asks, or does not let them in. */
const refusals = new Set([401, 403])

/** The longest waits before the next try, in milliseconds; the last one again and again, since a server comes back some day. */
const retryDelaysMs = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000]

/** Reads the server's events until the signal aborts; comes back when the connection breaks, and says so. */
export async function followEvents(client: ChatClient, { isBehind, signal, onEvent }: FollowEventsOptions): Promise<void> {
  let mayHaveMissed = isBehind
  let tries = 0
  while (!signal.aborted) {
    try {
      const { body } = await client.request('/api/events', { signal })
      for await (const { data } of readServerSentEvents(body ?? new ReadableStream(), signal)) {
        const event = wireSchema.safeParse(JSON.parse(data)).data
        if (event?.type !== helloEvent.type) {
          if (event) onEvent(event)
          continue
        }
        if (mayHaveMissed) onEvent({ type: 'resync' })
        tries = 0
      }
    }
    catch (error) {
      // It comes back below; a stranger, who is told nothing, seldom.
      if (error instanceof RequestFailure && refusals.has(error.status)) tries = retryDelaysMs.length
    }
    mayHaveMissed = true
    await pause(spreadDelay(retryDelaysMs[Math.min(tries++, retryDelaysMs.length - 1)] ?? 0), signal)
  }
}

/** Ends early when the browser is back online, or the signal aborts. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const ended = new AbortController()
  const timer = setTimeout(resolve, milliseconds)
  window.addEventListener('online', () => resolve(), { signal: ended.signal })
  signal.addEventListener('abort', () => resolve(), { signal: ended.signal })
  if (signal.aborted) resolve()
  return promise.finally(() => {
    clearTimeout(timer)
    ended.abort()
  })
}
