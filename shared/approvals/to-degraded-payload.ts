import { toPayloadText } from '#layers/northlight/shared/display/to-payload-text.ts'
import type { Approval } from './approval-answers.ts'
import type { ApprovalPayload } from './approval-payload.ts'

type Known = Pick<Approval, 'kind' | 'toolName' | 'target' | 'dot' | 'chatId' | 'body'>

/** What is shown of an ask whose payload can't be read: what its row knows by itself. Never empty, and no facts made up. */
export function toDegradedPayload({ kind, toolName, target, dot, chatId, body }: Known): ApprovalPayload {
  return {
    kind,
    request: {
      requester: { dot: dot.name, forwarded: false, chatId, runId: null },
      surface: kind, toolName, invokedToolName: null,
      value: target.title === null ? target.key : `${target.key} ${target.title}`,
      matchedRule: null, context: null, executedUnit: null,
    },
    evidence: [
      { label: 'What would be sent', text: toPayloadText(body), detail: null },
      ...target.url === null ? [] : [{ label: 'Goes to', text: target.url, detail: null }],
    ],
    annotations: [],
  }
}
