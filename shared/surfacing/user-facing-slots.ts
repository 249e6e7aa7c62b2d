import type { UserFacingSlot } from './surfacing-rows.ts'
import type { ToolState } from './part-kinds.ts'

/** Where a stored data part is drawn, by the part's `type`; any other data part gets the fallback row. */
const dataSlots: ReadonlyMap<string, UserFacingSlot> = new Map<string, UserFacingSlot>([
  ['data-block', 'block'],
  ['data-card', 'card'],
  ['data-view', 'view'],
  ['data-approval', 'approval'],
  ['data-receipt', 'receipt'],
  ['data-question', 'question'],
  ['data-document', 'document'],
  ['data-reply-draft', 'reply-draft'],
  ['data-app', 'app'],
  ['data-error', 'error'],
  ['file', 'file'],
])

/** User-facing tools with a face of their own; the others show as a receipt. */
const toolSlots: ReadonlyMap<string, UserFacingSlot> = new Map<string, UserFacingSlot>([
  ['ask_question', 'question'],
  ['write_document', 'document'],
  ['draft_reply', 'reply-draft'],
])

const stateSlots: Record<ToolState, { slot: UserFacingSlot, always: boolean }> = {
  'input-streaming': { slot: 'tool', always: false },
  'input-available': { slot: 'tool', always: false },
  'approval-requested': { slot: 'approval', always: true },
  'approval-responded': { slot: 'approval', always: true },
  'output-available': { slot: 'receipt', always: false },
  'output-error': { slot: 'receipt', always: true },
  'output-denied': { slot: 'receipt', always: true },
}

/** The slot of a file or data part, or of a part that nothing else knows. */
export function resolvePartSlot(type: string): UserFacingSlot {
  return dataSlots.get(type) ?? 'fallback'
}

/** The slot of a user-facing call: its ask while one is open, a receipt where it came to nothing, else its tool's own. */
export function resolveToolSlot(toolName: string, state: ToolState): UserFacingSlot {
  const byState = stateSlots[state]
  return byState.always ? byState.slot : toolSlots.get(toolName) ?? byState.slot
}
