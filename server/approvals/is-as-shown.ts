import { requireVersion } from '#layers/northlight/server/store/approval-store.ts'
import type { ApprovalRow } from '#layers/northlight/server/store/approval-store.ts'
import { toApprovalDigest } from './to-approval-digest.ts'
import type { DigestedAsk } from './to-approval-digest.ts'

/** All of a stored ask that its digest is of. */
export function toDigestedAsk(row: ApprovalRow): DigestedAsk {
  const { body, payload } = requireVersion(row)
  const { id: approvalId, version, kind, toolName, toolCallId, organizationId, createdBy: requestedBy, policyVersion } = row
  return {
    approvalId, version, kind, toolName, toolCallId, organizationId, requestedBy, policyVersion, body, payload,
    target: { kind: row.targetKind, key: row.targetKey, url: row.targetUrl, title: row.targetTitle },
  }
}

/** Whether the stored bytes are those that were shown. */
export function isAsShown(row: ApprovalRow): boolean {
  return toApprovalDigest(toDigestedAsk(row)) === requireVersion(row).digest
}
