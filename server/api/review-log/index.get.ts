import { z } from 'zod'
import { reviewLogEvents } from '#layers/northlight/shared/approvals/review-log-events.ts'
import { listReviewLog, reviewLogIdSchema } from '#layers/northlight/server/store/review-log-store.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'
import { readStrictQuery } from '#layers/northlight/server/utils/read-strict-query.ts'

const query = z.strictObject({
  search: z.string().max(200, 'is longer than 200 characters').optional(),
  event: z.enum(reviewLogEvents).optional(),
  before: reviewLogIdSchema.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

/** What happened at the organisation's gate, the newest first; with `search`, where all its words stand. */
export default defineRoute('review-log.read', ({ event, services, principal }) =>
  listReviewLog(services.database, principal, readStrictQuery(event, query)))
