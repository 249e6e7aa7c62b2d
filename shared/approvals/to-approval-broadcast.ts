import type { ApprovalRequest } from './approval-payload.ts'
import type { ApprovalState } from './approval-states.ts'
import { parseApprovalPayload } from './parse-approval-payload.ts'

/** An approval as it stands, by the ids that it is told by. */
interface StandingApproval {
  id: string
  version: number
  state: ApprovalState
  chatId: string | null
  leadChatId: string | null
}

/** What tabs and webhooks are told of it. Anybody may listen: so no evidence, and nothing that a model advised. */
export interface ApprovalBroadcast extends StandingApproval {
  type: 'approval'
  /** Whole; null: it can't be read. */
  request: ApprovalRequest | null
}

export function toApprovalBroadcast({ id, version, state, chatId, leadChatId, payload }: StandingApproval & { payload: unknown }): ApprovalBroadcast {
  return { type: 'approval', id, version, state, chatId, leadChatId, request: parseApprovalPayload(payload)?.request ?? null }
}
