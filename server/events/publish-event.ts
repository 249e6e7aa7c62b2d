import type { ChatEvent } from '#layers/northlight/shared/events/chat-event.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import type { EventScope } from './event-bus.ts'

/**
 * Tells whoever reads of this person's that something changed. Call it once the change is stored: a reader asks for
 * what is stored at once. Never throws, and waits for nobody.
 */
export function publishEvent(services: Pick<Services, 'events'>, scope: EventScope, event: ChatEvent): void {
  services.events.publish(scope, event)
}
