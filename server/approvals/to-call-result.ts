import type { UIMessageChunk } from 'ai'
import { toRefusalText } from '#layers/northlight/shared/approvals/to-refusal-text.ts'
import { isTerminal } from '#layers/northlight/shared/approvals/approval-states.ts'
import type { ApprovalState } from '#layers/northlight/shared/approvals/approval-states.ts'
import type { ApprovalRow } from '#layers/northlight/server/store/approval-store.ts'

/** What a model reads of a call that nobody has decided yet. */
export const waitingText = 'Waiting for a person.'

/** What came of a call that went through the gate: that call's own result. */
export interface CallResult {
  toolCallId: string
  part: { state: 'output-available', output: unknown } | { state: 'output-error', errorText: string }
}

type ResultRow = Pick<ApprovalRow, 'id' | 'toolCallId' | 'toolName' | 'state' | 'outcome' | 'note' | 'reason' | 'matchedRule' | 'decidedBy'>

/** What people are called, by their ids. */
type Names = ReadonlyMap<string, string>

/** The results of a chat's asks, by the ids of their rows. */
export function toCallResults(rows: readonly ResultRow[], names: Names = new Map()): ReadonlyMap<string, CallResult> {
  return new Map(rows.flatMap((row) => row.toolCallId === null ? [] : [[row.id, { toolCallId: row.toolCallId, part: toResultPart(row, names) }]]))
}

function toResultPart(row: ResultRow, names: Names): CallResult['part'] {
  if (row.state === 'executed') return { state: 'output-available', output: row.outcome }
  return isTerminal(row.state) ? { state: 'output-error', errorText: toRefusal(row, names) } : { state: 'output-available', output: waitingText }
}

/** Who said no: the refusal's voice (`approvals.md`, "Renderers", 5). */
const voices = { rejected: 'person', expired: 'expired', cancelled: 'cancelled', superseded: 'superseded', failed: 'failed' } as const satisfies Partial<Record<ApprovalState, string>>

function toRefusal({ state, toolName, toolCallId, matchedRule: rule, reason, note, decidedBy }: ResultRow, names: Names): string {
  const person = decidedBy === null ? undefined : names.get(decidedBy)
  return toRefusalText({ by: voices[state as keyof typeof voices], toolName, toolCallId, rule, person, reason: state === 'rejected' ? reason : note })
}

/** The chunks that bring a waiting call its result, when its turn goes on. */
export function toResultChunks(row: ResultRow, names: Names = new Map()): UIMessageChunk[] {
  const { id: approvalId, toolCallId, state } = row
  if (toolCallId === null) return []
  const result = toResultPart(row, names)
  if (result.state === 'output-available') return [{ type: 'tool-approval-response', approvalId, approved: true }, { type: 'tool-output-available', toolCallId, output: result.output }]
  if (state === 'failed') return [{ type: 'tool-approval-response', approvalId, approved: true }, { type: 'tool-output-error', toolCallId, errorText: result.errorText }]
  return [{ type: 'tool-approval-response', approvalId, approved: false, reason: result.errorText }, { type: 'tool-output-denied', toolCallId }]
}
