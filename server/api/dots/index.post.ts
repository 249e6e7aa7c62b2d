import { setResponseStatus } from 'h3'
import { newDotSchema } from '#layers/northlight/shared/dots/dot-requests.ts'
import { insertDot } from '#layers/northlight/server/store/dot-store.ts'
import { loadActor } from '#layers/northlight/server/store/person-store.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'
import { readStrictBody } from '#layers/northlight/server/utils/read-strict-body.ts'

/** Makes a dot. */
export default defineRoute('dot.manage', async ({ event, services: { database, ids, clock }, principal }) => {
  const body = await readStrictBody(event, newDotSchema)
  const dot = await insertDot(database, principal, { ...body, id: ids(), at: new Date(clock.now()), actor: await loadActor(database.prisma, principal) })
  setResponseStatus(event, 201)
  return dot
})
