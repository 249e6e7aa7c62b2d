import { loadDetailLevel } from '#layers/northlight/server/store/chat-preference-store.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'

/** How much of the work this person sees. */
export default defineRoute('settings.read', async ({ services, principal }) => ({ detailLevel: await loadDetailLevel(services.database, principal.userId) }))
