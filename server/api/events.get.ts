import { streamEvents } from '#layers/northlight/server/events/stream-events.ts'
import { planAccess } from '#layers/northlight/server/policy/plan-access.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'

/** What changes of this person's turns, chats and settings, as it does. */
export default defineRoute('event.read', ({ event, services, principal }) => {
  services.access.watch(event.node.res, principal)
  // A key that may not read approvals learns nothing of them here either.
  const readsApprovals = planAccess(principal, 'approval.read') === undefined
  return streamEvents(event.node.res, services.events, principal, { wants: ({ type }) => type !== 'approval' || readsApprovals })
})
