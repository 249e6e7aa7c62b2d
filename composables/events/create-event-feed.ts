import { z } from 'zod/mini'
import { chatEventSchema } from '#layers/northlight/shared/events/chat-event.ts'
import type { ChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import type { EventFeed, FeedEvent } from '#layers/northlight/stores/chatEvents.ts'
import { runAsLeader } from './run-as-leader.ts'

/** What the leading tab relays; a tab of a newer version may relay what this one does not know. */
const relayedSchema = z.union([chatEventSchema, z.object({ type: z.literal('resync') })])

/** One stream of events for all tabs of a browser: the tab that leads reads it and relays it to the others. */
export function createEventFeed(client: ChatClient): EventFeed {
  const listeners = new Set<(event: FeedEvent) => void>()
  const emit = (event: FeedEvent) => {
    for (const listener of listeners) listener(event)
  }
  let stop: (() => void) | undefined
  return {
    subscribe(listener) {
      listeners.add(listener)
      stop ??= startInPage(client, emit)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stop?.()
        stop = undefined
      }
    },
  }
}

/** Runs while the page is shown: one that the browser keeps for the way back must hold neither a lock nor a stream. */
function startInPage(client: ChatClient, emit: (event: FeedEvent) => void): () => void {
  const listening = new AbortController()
  let stop = startRelay(client, emit)
  window.addEventListener('pagehide', () => stop(), { signal: listening.signal })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    stop = startRelay(client, emit)
    emit({ type: 'resync' })
  }, { signal: listening.signal })
  return () => {
    listening.abort()
    stop()
  }
}

function startRelay(client: ChatClient, emit: (event: FeedEvent) => void): () => void {
  const name = `northlight-events ${client.apiUrl}`
  const controller = new AbortController()
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }) => {
    const relayed = relayedSchema.safeParse(data)
    if (relayed.success) emit(relayed.data)
  }
  const onEvent = (event: FeedEvent) => {
    emit(event)
    channel.postMessage(event)
  }
  void runAsLeader(name, controller.signal, async (isHeir) => {
    // Needed by the tab that leads, once it is shown.
    const { followEvents } = await import('./follow-events.ts')
    await followEvents(client, { isBehind: isHeir, signal: controller.signal, onEvent })
  })
  return () => {
    controller.abort()
    channel.close()
  }
}
