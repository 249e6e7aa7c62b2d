/** A tool call that would act outward. */
export interface ActionRequest {
  kind: string
  toolName: string
  toolCallId: string
  input: unknown
  chatId: string
  turnId: string
}

/** What the gate says to it (approvals.md, "The gate"). */
export type GateAnswer
  = | { result: 'executed', output: unknown }
    | { result: 'pending_approval', approvalId: string }
    | { result: 'blocked' | 'handed_off', note: string }

/** The one function that every outward action passes. `execute` runs it; only the gate may call it. */
export type Gate = (request: ActionRequest, execute: () => Promise<unknown>) => Promise<GateAnswer>

/** No rule asks for a person yet: whatever reaches the gate is executed. */
export const requestAction: Gate = async (_request, execute) => ({ result: 'executed', output: await execute() })
