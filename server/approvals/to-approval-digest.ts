import { createHash } from 'node:crypto'
import { stringify } from 'safe-stable-stringify'
import type { ActionTarget } from '#layers/northlight/shared/approvals/action.ts'

/** All that a person decides on: what was shown to them, and what would be done. */
export interface DigestedAsk {
  approvalId: string
  version: number
  kind: string
  toolName: string
  toolCallId: string | null
  target: ActionTarget
  /** The exact body. */
  body: unknown
  /** What was shown, with who asks. */
  payload: unknown
  organizationId: string
  requestedBy: string
  policyVersion: number
}

/** SHA-256, in hex, of the canonical JSON of an ask (`approvals.md`, "The state machine"). */
export function toApprovalDigest(ask: DigestedAsk): string {
  return createHash('sha256').update(stringify(ask) ?? '').digest('hex')
}
