import { z } from 'zod'
import { rowIdSchema } from '#layers/northlight/shared/people/people-requests.ts'
import { refuseApiKey, requirePasswordMode } from '#layers/northlight/server/people/require-sign-in.ts'
import { takeStrangerLimit } from '#layers/northlight/server/people/take-stranger-limit.ts'
import { requireOpenInvitation } from '#layers/northlight/server/store/invitation-store.ts'
import { defineOpenRoute } from '#layers/northlight/server/utils/define-route.ts'
import { readStrictParameters } from '#layers/northlight/server/utils/read-strict-query.ts'

const parameters = z.strictObject({ id: rowIdSchema })

/** Into what, and as whom, whoever has the link is asked. */
export default defineOpenRoute(async ({ event, services }) => {
  await refuseApiKey(event, services)
  requirePasswordMode(services)
  await takeStrangerLimit(event, services, 'look-up')
  const { id } = readStrictParameters(event, parameters)
  return requireOpenInvitation(services.database, id, new Date(services.clock.now()))
})
