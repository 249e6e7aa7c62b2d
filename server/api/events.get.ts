import { streamEvents } from '#layers/northlight/server/events/stream-events.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'

/** What changes of this person's turns, chats and settings, as it does. */
export default defineRoute('event.read', ({ event, services, principal }) => {
  services.access.watch(event.node.res, principal)
  return streamEvents(event.node.res, services.events, principal)
})
