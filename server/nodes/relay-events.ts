import type { EventBus } from '#layers/northlight/server/events/event-bus.ts'
import type { NodeRelay } from './node-relay.ts'

/**
 * An event bus for several servers: what is published on one reaches the readers on all. After a gap the readers are
 * sent back, so that they read again what they show.
 */
export function relayEvents(bus: EventBus, relay: NodeRelay): EventBus {
  relay.listen((message) => {
    if (message.type === 'event') bus.publish(message.scope, message.event)
    if (message.type === 'missed') bus.sendBack()
  })
  return {
    ...bus,
    publish(scope, event) {
      bus.publish(scope, event)
      relay.tell({ type: 'event', scope: { userId: scope.userId, organizationId: scope.organizationId }, event })
    },
  }
}
