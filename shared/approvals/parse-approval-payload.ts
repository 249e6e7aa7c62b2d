import { approvalPayloadSchema } from './approval-payload.ts'
import type { ApprovalPayload } from './approval-payload.ts'

/** Far more than any ask has; a list that only claims to be longer would be walked for ever. */
const mostEntries = 10_000

/** The payload of an ask, frozen through and through; undefined: something in it is wrong, and then nothing of it counts. Never throws. */
export function parseApprovalPayload(value: unknown): ApprovalPayload | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  try {
    const { evidence, annotations, ...others } = value as Record<string, unknown>
    return approvalPayloadSchema.safeParse({ ...others, evidence: readEntries(evidence), annotations: readEntries(annotations) }).data
  }
  catch {
    // A getter or a proxy may do anything.
    return undefined
  }
}

function readEntries(entries: unknown): unknown[] | undefined {
  if (!Array.isArray(entries)) return undefined
  const { length } = entries
  return length > mostEntries ? undefined : Array.from({ length }, (_, index): unknown => entries[index])
}
