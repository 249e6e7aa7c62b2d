import type { JSONValue } from 'ai'
import type { Action } from '#layers/northlight/shared/approvals/action.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'

/** A call of a tool that would act outward, and what it asks for. */
export interface ActionRequest {
  action: Action
  toolName: string
  toolCallId: string
  chatId: string
  dotId: string
  turnId: string
  /** Whether the answer has read what somebody outside wrote, since the person last spoke. */
  hasReadOutside: boolean
  /** Called where a rule lets it be done at once, before it is: from then on its row says what came of it. */
  onAllowed?(approvalId: string): void
}

/** What the gate says (`approvals.md`, "The gate"); `note` is in words that a person and a model can read. */
export type GateAnswer
  = | { result: 'executed', runId: string, approvalId: string, note: string, outcome: JSONValue }
    | { result: 'pending_approval', runId: string, approvalId: string, note: string }
    | { result: 'blocked' | 'handed_off' | 'unavailable' | 'failed', runId: string, approvalId?: string, note: string }

/** The one function that every outward action passes: `requestAction`, unless a test brings another. */
export type Gate = (principal: Principal, request: ActionRequest) => Promise<GateAnswer>
