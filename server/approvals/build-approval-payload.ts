import { findActionKind } from '#layers/northlight/shared/approvals/kinds/action-kind-registry.ts'
import type { ApprovalPayload } from '#layers/northlight/shared/approvals/approval-payload.ts'
import { restampRequester } from '#layers/northlight/shared/approvals/restamp-requester.ts'
import type { DotGate } from '#layers/northlight/server/store/gate-store.ts'
import type { ActionRequest } from './gate.ts'

export interface PayloadFacts {
  request: Pick<ActionRequest, 'action' | 'toolName' | 'chatId' | 'turnId' | 'hasReadOutside'>
  gate: DotGate
  matchedRule: string
}

/** The whole of an ask, built once (`approvals.md`, "The payload"). A dot that acts under a lead is stamped as forwarded. */
export function buildApprovalPayload({ request: { action, toolName, chatId, turnId, hasReadOutside }, gate, matchedRule }: PayloadFacts): ApprovalPayload {
  const facts = findActionKind(action.kind)?.toFacts(action.target, action.body) ?? { value: action.target.key, evidence: [] }
  const payload: ApprovalPayload = {
    kind: action.kind,
    request: {
      requester: { dot: gate.dot.name, forwarded: false, chatId, runId: turnId },
      surface: action.kind,
      toolName,
      invokedToolName: null,
      value: facts.value,
      matchedRule,
      context: hasReadOutside ? 'The answer has read text from outside.' : null,
      executedUnit: null,
    },
    evidence: facts.evidence,
    annotations: [],
  }
  return gate.lead ? restampRequester(payload, { dot: gate.dot.name, forwarded: true, chatId, runId: turnId }) : payload
}
