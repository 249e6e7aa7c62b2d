import { z } from 'zod'
import { rowIdSchema } from '#layers/northlight/shared/people/people-requests.ts'
import { requireRun } from '#layers/northlight/server/store/run-store.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'
import { readStrictParameters } from '#layers/northlight/server/utils/read-strict-query.ts'

const parameters = z.strictObject({ id: rowIdSchema })

/** One run: its facts and counts. */
export default defineRoute('run.read', ({ event, services: { database }, principal }) => requireRun(database, principal, readStrictParameters(event, parameters).id))
