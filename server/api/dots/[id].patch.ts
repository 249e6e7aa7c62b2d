import { z } from 'zod'
import { dotChangeSchema } from '#layers/northlight/shared/dots/dot-requests.ts'
import { changeDot } from '#layers/northlight/server/store/dot-store.ts'
import { loadActor } from '#layers/northlight/server/store/person-store.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'
import { readStrictBody } from '#layers/northlight/server/utils/read-strict-body.ts'
import { readStrictParameters } from '#layers/northlight/server/utils/read-strict-query.ts'

const parameters = z.strictObject({ id: z.string().min(1).max(64) })

/** Changes a dot: its words, its lead, its rules, or whether it is archived. */
export default defineRoute('dot.manage', async ({ event, services: { database, clock }, principal }) => {
  const { id } = readStrictParameters(event, parameters)
  const change = await readStrictBody(event, dotChangeSchema)
  return changeDot(database, principal, id, change, { at: new Date(clock.now()), actor: await loadActor(database.prisma, principal) })
})
