import type { UIMessage } from 'ai'

type SdkPart = UIMessage['parts'][number]

type KindOf<Type> = Type extends `tool-${string}` ? 'tool' : Type extends `data-${string}` ? 'data' : Type

/** Every kind of part that the AI SDK knows, `tool-<name>` and `data-<name>` as one kind each. */
export type PartKind = KindOf<SdkPart['type']>

/** Every state of a call that the AI SDK knows. */
export type ToolState = Extract<SdkPart, { toolCallId: string }>['state']

/** How a kind of part is read, before anything around it is known. */
export type PartRole = 'text' | 'reasoning' | 'reasoning-file' | 'tool' | 'source' | 'user-facing' | 'transparent'

/** A kind that the SDK adds is a type error here until it has a row (`surfacing.md`, "Words"). */
export const partKinds = {
  'text': 'text',
  'reasoning': 'reasoning',
  'reasoning-file': 'reasoning-file',
  'tool': 'tool',
  'dynamic-tool': 'tool',
  'source-url': 'source',
  'source-document': 'source',
  'file': 'user-facing',
  'data': 'user-facing',
  'custom': 'user-facing',
  'step-start': 'transparent',
} as const satisfies Record<PartKind, PartRole>

interface ToolStateReading {
  /** Whether the state itself makes the call a reader's business, whatever the tool's manner. */
  facing: 'by-manner' | 'user-facing'
  progress: 'running' | 'done' | 'failed'
}

/** A state that the SDK adds is a type error here until it has a row. */
export const toolStates = {
  'input-streaming': { facing: 'by-manner', progress: 'running' },
  'input-available': { facing: 'by-manner', progress: 'running' },
  'approval-requested': { facing: 'user-facing', progress: 'running' },
  'approval-responded': { facing: 'user-facing', progress: 'running' },
  'output-available': { facing: 'by-manner', progress: 'done' },
  'output-error': { facing: 'by-manner', progress: 'failed' },
  'output-denied': { facing: 'user-facing', progress: 'failed' },
} as const satisfies Record<ToolState, ToolStateReading>

/** The kind of a part by its `type`; nothing for a type that no row stands for. */
export function toPartKind(type: string): PartKind | undefined {
  if (type.startsWith('tool-')) return 'tool'
  if (type.startsWith('data-')) return 'data'
  return isPartKind(type) ? type : undefined
}

function isPartKind(type: string): type is PartKind {
  return Object.hasOwn(partKinds, type) && type !== 'tool' && type !== 'data'
}

/** The value where it is a state that a row stands for. */
export function toToolState(value: unknown): ToolState | undefined {
  return isToolState(value) ? value : undefined
}

function isToolState(value: unknown): value is ToolState {
  return typeof value === 'string' && Object.hasOwn(toolStates, value)
}
