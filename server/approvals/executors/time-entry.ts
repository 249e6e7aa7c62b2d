import { z } from 'zod'
import { timeEntryKind } from '#layers/northlight/shared/approvals/kinds/time-entry.ts'
import { findTimeEntry, insertTimeEntry } from '#layers/northlight/server/store/time-entry-store.ts'
import type { NewTimeEntry } from '#layers/northlight/server/store/time-entry-store.ts'
import type { ExecutionOrder, ExecutionResult, Executor } from './executor.ts'

const bodySchema = z.object({ day: z.string(), minutes: z.number(), text: z.string() })

/** Time worked, kept here: what it came of is its marker, of which there is one entry. */
export const timeEntryExecutor: Executor = {
  kinds: [timeEntryKind.kind],
  check: async () => undefined,
  async run(order, { database, ids, clock }) {
    const { day, minutes, text } = bodySchema.parse(timeEntryKind.parseBody(order.body))
    const { organizationId, createdBy, approvalId } = order
    const entry = { id: ids(), organizationId, createdBy, approvalId, day, minutes, subject: order.target.key, text, createdAt: new Date(clock.now()) }
    return toResult({ ...entry, id: await insertTimeEntry(database, entry) })
  },
  async find({ organizationId, approvalId }: ExecutionOrder, { database }) {
    const entry = await findTimeEntry(database, organizationId, approvalId)
    return entry && toResult(entry)
  },
}

function toResult({ id, day, minutes, subject }: Pick<NewTimeEntry, 'id' | 'day' | 'minutes' | 'subject'>): ExecutionResult {
  return { note: `Entered ${minutes} minutes on ${day} for ${subject}`, url: null, outcome: { entered: true, id, day, minutes, subject } }
}
