import type { DetailLevel } from '#layers/northlight/shared/settings/detail-level.ts'
import type { NorthlightMetadata } from '#layers/northlight/shared/messages/message-metadata.ts'

/**
 * The rows a reader sees of one message: the output of `planSurfacing`, the only input of the transcript.
 * A row's key is stable from the row's birth on and unique in its message.
 */
export type SurfacingRow
  = | ProseRow
    | StepsRow
    | ToolLineRow
    | HousekeepingNoteRow
    | LiveLineRow
    | OutcomeRow
    | SourcesRow
    | UserFacingRow

export type RowKind = SurfacingRow['kind']

/** Text in place. The tone changes its colour only: edge, size and line height are the same for all. */
export interface ProseRow {
  kind: 'prose'
  key: string
  /** `provisional` text may still become a note; see `surfacing.md`, "The plan". */
  tone: 'answer' | 'provisional'
  text: string
  /** True while this text may still grow: Markdown is healed, and parsed block by block. */
  streaming: boolean
}

/** A Steps card: the chrome of one activity run. */
export interface StepsRow {
  kind: 'steps'
  key: string
  live: boolean
  defaultOpen: boolean
  header: StepsHeader
  /** Empty: the card is closed and has no toggle. */
  body: StepsItem[]
  /** Failed calls of the body, drawn right below the header while the card is closed. */
  failures: ToolLineItem[]
}

export interface StepsHeader {
  /** Tool calls, or reasoning parts where the run has no call. */
  count: number
  failed: number
  /** Epoch milliseconds; given while live: the reader's clock counts on from it. */
  startedAt?: number
  /** Given on the last card of a settled message only. */
  durationMs?: number
}

export type StepsItem = ReasoningItem | ToolLineItem | WorkingNoteItem

export interface ReasoningItem {
  kind: 'reasoning'
  key: string
  text: string
  streaming: boolean
  defaultOpen: boolean
  /** Redacted, or without text: a plain line, nothing to open. */
  redacted: boolean
  /** A file the provider reasoned with (`reasoning-file`), as a name to show. */
  fileName?: string
}

/** One call, or a fold of neighbouring calls; the wrapper is the same for both. */
export interface ToolLineItem {
  kind: 'tool-line'
  key: string
  calls: ToolCall[]
  defaultOpen: boolean
  /** The line's words, as "Checked runs, 3 PRs and 2 tickets". */
  label: string
  state: ToolLineState
}

export type ToolLineState = 'running' | 'done' | 'failed' | 'stopped'

export interface WorkingNoteItem {
  kind: 'working-note'
  key: string
  text: string
}

export interface ToolCall {
  key: string
  toolName: string
  toolCallId?: string
  state: ToolLineState
  label: string
  /** Raw input and output, as they stand in the part, for the details. */
  input: unknown
  output: unknown
  /** The reason, when the call failed. */
  errorText?: string
}

/** Level 4's bare line for a housekeeping call outside any card. */
export interface ToolLineRow extends Omit<ToolLineItem, 'kind'> {
  kind: 'tool-line'
}

/** The chip of a housekeeping call, at the message's foot. */
export interface HousekeepingNoteRow {
  kind: 'housekeeping-note'
  key: string
  text: string
  failed: boolean
  /** Given where the chip opens to the call's details (levels 1 and up). */
  call?: ToolCall
}

export interface LiveLineRow {
  kind: 'live-line'
  key: 'live-line'
  text: string
}

export interface OutcomeRow {
  kind: 'outcome'
  key: 'outcome'
  outcome: 'finished-without-reply' | 'stopped' | 'interrupted'
  /** Whether Continue is offered. */
  canContinue: boolean
}

export interface SourcesRow {
  kind: 'sources'
  key: 'sources'
  sources: { key: string, title: string, url?: string }[]
}

/** Work product or an interactive gate; drawn at every level, by `slot`. `part` is the part itself. */
export interface UserFacingRow {
  kind: 'user-facing'
  key: string
  slot: UserFacingSlot
  part: UserFacingPart
}

export type UserFacingSlot
  = 'block' | 'card' | 'view' | 'approval' | 'receipt' | 'question' | 'document' | 'reply-draft' | 'app' | 'tool'
    | 'file' | 'error' | 'fallback'

/** The fields that a renderer reads, whatever kind of part it was. */
export interface UserFacingPart {
  type: string
  id?: string
  toolName?: string
  toolCallId?: string
  state?: string
  input?: unknown
  output?: unknown
  errorText?: string
  data?: unknown
  url?: string
  mediaType?: string
  filename?: string
  /** A call's own title, where its tool has one. */
  title?: string
  /** Of a `custom` part: `provider.type`. */
  kind?: string
  approval?: unknown
}

/** All that the transcript is given of one message. */
export interface MessagePlan {
  id: string
  role: 'user' | 'assistant' | 'system'
  level: DetailLevel
  running: boolean
  rows: SurfacingRow[]
  metadata?: NorthlightMetadata
}
