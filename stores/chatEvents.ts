import { defineStore } from 'pinia'
import type { ChatEvent } from '#layers/northlight/shared/events/chat-event.ts'

/** `resync`: some may have been missed, so read again what is shown. */
export type FeedEvent = ChatEvent | { type: 'resync' }

/** What the server tells this browser of, however many tabs listen. */
export interface EventFeed {
  /** Until the returned function is called; the first listener opens the feed, and the last one closes it. */
  subscribe(listener: (event: FeedEvent) => void): () => void
}

/** The feeds that this tab listens to, one an API; none is made on the server. */
export const useChatEventsStore = defineStore('chatEvents', () => {
  const feeds = new Map<string, EventFeed>()

  /** The feed of the API at `apiUrl`, made by `create` where there is none. */
  function open(apiUrl: string, create: () => EventFeed): EventFeed {
    const feed = feeds.get(apiUrl) ?? create()
    feeds.set(apiUrl, feed)
    return feed
  }

  return { open }
})
