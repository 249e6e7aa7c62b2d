import { chatSettingsSchema } from '#layers/northlight/shared/settings/chat-settings.ts'
import { publishEvent } from '#layers/northlight/server/events/publish-event.ts'
import { saveDetailLevel } from '#layers/northlight/server/store/chat-preference-store.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'
import { readStrictBody } from '#layers/northlight/server/utils/read-strict-body.ts'

/** Saves how much of the work this person sees; what it answers is what was saved. */
export default defineRoute('settings.write', async ({ event, services, principal }) => {
  const { detailLevel } = await readStrictBody(event, chatSettingsSchema)
  await saveDetailLevel(services.database, principal.userId, detailLevel, new Date(services.clock.now()))
  publishEvent(services, principal, { type: 'settings-changed' })
  return { detailLevel }
})
