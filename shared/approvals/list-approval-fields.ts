import type { ApprovalPayload, ApprovalRequest } from './approval-payload.ts'

/** One labelled text of an ask, as every view that has rows shows it. */
export interface ApprovalField {
  group: 'request' | 'evidence'
  /** Unique in its ask. */
  key: string
  label: string
  text: string
  /** A name or an id: a line end in it is a character like another that can't be seen. */
  isOneLine: boolean
  /** Cut in its middle: an end says as much as a beginning of what is acted on. */
  keepsTail: boolean
  detail: string | null
}

interface FactWords {
  key: string
  label: string
  read(request: ApprovalRequest): string | null
  isText?: boolean
}

const facts: readonly FactWords[] = [
  { key: 'dot', label: 'Asked by', read: ({ requester }) => requester.dot },
  { key: 'forwarded', label: 'Forwarded', read: ({ requester }) => requester.forwarded ? 'through its lead' : null },
  { key: 'toolName', label: 'Tool', read: ({ toolName }) => toolName },
  { key: 'invokedToolName', label: 'Called as', read: ({ invokedToolName }) => invokedToolName },
  { key: 'value', label: 'Acts on', read: ({ value }) => value, isText: true },
  { key: 'executedUnit', label: 'Really runs', read: ({ executedUnit }) => executedUnit, isText: true },
  { key: 'context', label: 'Context', read: ({ context }) => context, isText: true },
  // The tool's own: it is on the screen.
  { key: 'surface', label: 'Surface', read: ({ surface, toolName }) => surface === toolName ? null : surface },
  { key: 'matchedRule', label: 'Rule', read: ({ matchedRule }) => matchedRule },
  { key: 'chatId', label: 'Chat', read: ({ requester }) => requester.chatId },
  { key: 'runId', label: 'Turn', read: ({ requester }) => requester.runId },
]

/** The facts of the request that there are, then all evidence in its order. A fact that another one already says is not repeated. */
export function listApprovalFields({ request, evidence }: ApprovalPayload): ApprovalField[] {
  return [
    ...facts.flatMap((words) => toFactField(words, request)),
    ...evidence.map(({ label, text, detail }, index): ApprovalField => ({ group: 'evidence', key: `evidence-${index}`, label, text, isOneLine: false, keepsTail: false, detail })),
  ]
}

function toFactField({ key, label, read, isText = false }: FactWords, request: ApprovalRequest): ApprovalField[] {
  const text = read(request)
  return text === null ? [] : [{ group: 'request', key, label, text, isOneLine: !isText, keepsTail: isText, detail: null }]
}
