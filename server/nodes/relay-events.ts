import type { ChatEvent } from '#layers/northlight/shared/events/chat-event.ts'
import type { EventBus, EventScope } from '#layers/northlight/server/events/event-bus.ts'
import type { NodeRelay } from './node-relay.ts'

/** So many are told of in one message, which is then no longer than PostgreSQL takes: a shared chat may have a thousand readers. */
const mostAtOnce = 50

/**
 * An event bus for several servers: what is published on one reaches the readers on all. After a gap the readers are
 * sent back, so that they read again what they show.
 */
export function relayEvents(bus: EventBus, relay: NodeRelay): EventBus {
  relay.listen((message) => {
    if (message.type === 'event') bus.publishToAll(message.scopes, message.event)
    if (message.type === 'missed') bus.sendBack()
  })
  function publishToAll(scopes: readonly EventScope[], event: ChatEvent) {
    bus.publishToAll(scopes, event)
    for (let from = 0; from < scopes.length; from += mostAtOnce) {
      relay.tell({ type: 'event', scopes: scopes.slice(from, from + mostAtOnce).map(({ userId, organizationId }) => ({ userId, organizationId })), event })
    }
  }
  return { ...bus, publishToAll, publish: (scope, event) => publishToAll([scope], event) }
}
