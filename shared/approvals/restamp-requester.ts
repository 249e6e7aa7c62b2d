import type { ApprovalPayload, ApprovalRequester } from './approval-payload.ts'

/** The payload as it stands where it was forwarded to: everything as it came, but who asks, which only the serving side knows. */
export function restampRequester(payload: ApprovalPayload, { dot, forwarded, chatId, runId }: ApprovalRequester): ApprovalPayload {
  const requester = Object.freeze({ dot, forwarded, chatId, runId })
  return Object.freeze({ ...payload, request: Object.freeze({ ...payload.request, requester }) })
}
