import { setResponseHeaders } from 'h3'
import { z } from 'zod'
import { timeSpanSchema } from '#layers/northlight/shared/time-entries/time-span.ts'
import { writeTimeEntries } from '#layers/northlight/shared/time-entries/write-time-entries.ts'
import { listTimeEntries } from '#layers/northlight/server/store/time-entry-store.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'
import { readStrictQuery } from '#layers/northlight/server/utils/read-strict-query.ts'
import { toAttachment } from '#layers/northlight/server/utils/to-attachment.ts'

const query = timeSpanSchema.extend({ format: z.enum(['csv']).default('csv') })
/** Some ten years of a large team's. */
const mostExported = 200_000

/** The same as a CSV file. */
export default defineRoute('time-entry.read', async ({ event, services, principal }) => {
  const { from, to } = readStrictQuery(event, query)
  const entries = await listTimeEntries(services.database, principal, { from, to }, mostExported)
  const day = new Date(services.clock.now()).toISOString().slice(0, 10)
  setResponseHeaders(event, { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': toAttachment(`time-entries-${day}.csv`) })
  return writeTimeEntries(entries)
})
