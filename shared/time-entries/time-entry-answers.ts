import { z } from 'zod/mini'

/** `day` as `YYYY-MM-DD`; `createdAt` in epoch milliseconds. */
const timeEntrySchema = z.object({
  id: z.string(), day: z.string(), minutes: z.number(), subject: z.string(), text: z.string(), approvalId: z.string(),
  person: z.object({ id: z.string(), name: z.string() }), createdAt: z.number(),
})

export type TimeEntry = z.infer<typeof timeEntrySchema>

/** `GET /api/time-entries?from=&to=`: the newest day first. */
export const timeEntryListSchema = z.object({
  entries: z.array(timeEntrySchema),
  /** Whether older ones were left out. */
  hasMore: z.boolean(),
})

export type TimeEntryList = z.infer<typeof timeEntryListSchema>
