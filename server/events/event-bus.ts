import type { ChatEvent } from '#layers/northlight/shared/events/chat-event.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'

/** Whose events they are: one person's, in one organisation. */
export type EventScope = Pick<Principal, 'userId' | 'organizationId'>

export interface EventReader {
  take(event: ChatEvent): void
  /** Nothing more will come: the server stops, or something may have been missed. */
  end(): void
}

/** Hands each event to those of its scope who read now; nobody's memory. */
export interface EventBus {
  publish(scope: EventScope, event: ChatEvent): void
  /** The same for many at once. */
  publishToAll(scopes: readonly EventScope[], event: ChatEvent): void
  /** The same for those alone who read on this server: the others tell theirs themselves. */
  tellHere(scopes: readonly EventScope[], event: ChatEvent): void
  /** Until the returned function is called. */
  subscribe(scope: EventScope, reader: EventReader): () => void
  /** Ends every reader: each comes back, and reads again what it shows. */
  sendBack(): void
  /** How many read, of whatever scope. */
  countReaders(): number
  /** Ends every reader, and each that comes later at once. */
  close(): void
}

export function createEventBus(): EventBus {
  const scopes = new Map<string, Set<EventReader>>()
  let isClosed = false
  const all = () => [...scopes.values()].flatMap((readers) => [...readers])
  const publish: EventBus['publish'] = (scope, event) => {
    for (const reader of scopes.get(toKey(scope)) ?? []) reader.take(event)
  }
  const publishToAll: EventBus['publishToAll'] = (told, event) => {
    for (const scope of told) publish(scope, event)
  }
  return {
    publish,
    publishToAll,
    tellHere: publishToAll,
    subscribe(scope, reader) {
      if (isClosed) {
        reader.end()
        return () => {}
      }
      const key = toKey(scope)
      const readers = scopes.get(key) ?? new Set()
      scopes.set(key, readers.add(reader))
      return () => {
        readers.delete(reader)
        if (readers.size === 0 && scopes.get(key) === readers) scopes.delete(key)
      }
    },
    sendBack() {
      for (const reader of all()) reader.end()
    },
    countReaders: () => all().length,
    close() {
      isClosed = true
      for (const reader of all()) reader.end()
    },
  }
}

function toKey({ organizationId, userId }: EventScope): string {
  return `${organizationId}\n${userId}`
}
