import { z } from 'zod'
import { rowIdSchema } from '#layers/northlight/shared/people/people-requests.ts'
import { resultViews } from '#layers/northlight/shared/runs/run-answers.ts'
import { listResultPage, requireRun } from '#layers/northlight/server/store/run-store.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'
import { readStrictParameters, readStrictQuery } from '#layers/northlight/server/utils/read-strict-query.ts'

const parameters = z.strictObject({ id: rowIdSchema })
const query = z.strictObject({
  show: z.enum(resultViews).default('all'),
  after: z.coerce.number().int().min(0).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

/** A page of a run's results, in the report's order. */
export default defineRoute('run.read', async ({ event, services: { database }, principal }) => {
  const page = readStrictQuery(event, query)
  const { id } = await requireRun(database, principal, readStrictParameters(event, parameters).id)
  return listResultPage(database, id, page)
})
