import type { TimeEntryList } from '#layers/northlight/shared/time-entries/time-entry-answers.ts'
import { timeSpanSchema } from '#layers/northlight/shared/time-entries/time-span.ts'
import { listTimeEntries } from '#layers/northlight/server/store/time-entry-store.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'
import { readStrictQuery } from '#layers/northlight/server/utils/read-strict-query.ts'

const mostListed = 500

/** Time that was entered: one's own, and everybody's for owners and admins. */
export default defineRoute('time-entry.read', async ({ event, services, principal }): Promise<TimeEntryList> => {
  const entries = await listTimeEntries(services.database, principal, readStrictQuery(event, timeSpanSchema), mostListed + 1)
  return { entries: entries.slice(0, mostListed), hasMore: entries.length > mostListed }
})
