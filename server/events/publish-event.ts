import type { ChatEvent } from '#layers/northlight/shared/events/chat-event.ts'
import { listChatReaders } from '#layers/northlight/server/store/chat-readers.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import type { EventScope } from './event-bus.ts'

type Told = Pick<Services, 'events' | 'database' | 'environment'>

/**
 * Tells whoever reads of this person's that something changed, and, of a shared chat, whoever may read that. Call it
 * once the change is stored: a reader asks for what is stored at once. Never throws, and waits for nobody.
 */
export function publishEvent(services: Told, scope: EventScope, event: Exclude<ChatEvent, { type: 'approval' }>): void {
  services.events.publish(scope, event)
  // In local mode there is nobody to share with.
  if (!('chatId' in event) || event.chatId === null || services.environment.NORTHLIGHT_AUTH === 'local') return
  publishToReaders(services, event.chatId, event).catch((error: unknown) => services.database.log.error('Those who may read a chat could not be told of a change in it.', { error }))
}

async function publishToReaders({ events, database }: Told, chatId: string, event: ChatEvent) {
  events.publishToAll(await listChatReaders(database, chatId), event)
}
