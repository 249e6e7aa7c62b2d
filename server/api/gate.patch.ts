import { gateChangeSchema } from '#layers/northlight/shared/dots/dot-requests.ts'
import { setSandbox } from '#layers/northlight/server/store/gate-store.ts'
import { loadActor } from '#layers/northlight/server/store/person-store.ts'
import { appendReviewLog } from '#layers/northlight/server/store/review-log-store.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'
import { readStrictBody } from '#layers/northlight/server/utils/read-strict-body.ts'

/** Turns sandbox mode on or off for the organisation. */
export default defineRoute('dot.manage', async ({ event, services: { database, clock }, principal: { organizationId, userId } }) => {
  const { sandbox } = await readStrictBody(event, gateChangeSchema)
  const at = new Date(clock.now())
  const actor = await loadActor(database.prisma, { userId })
  await database.prisma.$transaction(async (transaction) => {
    await setSandbox(transaction, organizationId, sandbox, userId, at)
    await appendReviewLog(transaction, { organizationId, at, event: 'sandbox-changed', actor, facts: { sandbox } })
  })
  return { sandbox }
})
