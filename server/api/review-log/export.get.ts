import { Readable } from 'node:stream'
import { sendStream, setResponseHeaders } from 'h3'
import { z } from 'zod'
import { reviewLogEvents } from '#layers/northlight/shared/approvals/review-log-events.ts'
import { writeReviewLog } from '#layers/northlight/server/approvals/write-review-log.ts'
import { defineRoute } from '#layers/northlight/server/utils/define-route.ts'
import { readStrictQuery } from '#layers/northlight/server/utils/read-strict-query.ts'
import { toAttachment } from '#layers/northlight/server/utils/to-attachment.ts'

const query = z.strictObject({
  format: z.enum(['csv', 'json']).default('csv'),
  search: z.string().max(200, 'is longer than 200 characters').optional(),
  event: z.enum(reviewLogEvents).optional(),
})

/** The review log as a file, the newest first. */
export default defineRoute('review-log.read', async ({ event, services, principal }) => {
  const { format, ...filter } = readStrictQuery(event, query)
  const day = new Date(services.clock.now()).toISOString().slice(0, 10)
  setResponseHeaders(event, {
    'content-type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
    'content-disposition': toAttachment(`review-log-${day}.${format}`),
  })
  await sendStream(event, Readable.from(writeReviewLog(services.database, principal, filter, format)))
})
