import type { NorthlightMetadata, TurnOutcome } from '#layers/northlight/shared/messages/message-metadata.ts'
import { findGrowing } from './plan-content.ts'
import type { ReadMessage } from './plan-content.ts'
import { hasFailed, toToolCall } from './plan-steps.ts'
import type { TextReading, ToolReading } from './read-part.ts'
import type { HousekeepingNoteRow, LiveLineRow, OutcomeRow, SourcesRow, SurfacingRow } from './surfacing-rows.ts'
import { resolvePlacement } from './surfacing-table.ts'
import { toReceiptWords } from './tool-words.ts'

/** The chips of housekeeping calls that have ended; none at level 4, where they stand in place. */
export function planChips(message: ReadMessage): HousekeepingNoteRow[] {
  const placement = resolvePlacement('housekeeping-tool', message.level)
  if (placement !== 'chip' && placement !== 'opening-chip') return []
  const notes = findNotes(message)
  return message.readings
    .filter((reading) => reading.kind === 'tool')
    .filter((reading) => reading.manner === 'housekeeping' && reading.state !== 'running')
    .map((reading) => toChip(reading, notes.get(reading.index), placement === 'opening-chip'))
}

function toChip(reading: ToolReading, note: string | undefined, opens: boolean): HousekeepingNoteRow {
  return {
    kind: 'housekeeping-note',
    key: `housekeeping-${reading.index}`,
    text: note ?? toReceiptWords(reading),
    failed: hasFailed(reading.state),
    ...(opens ? { call: toToolCall(reading) } : {}),
  }
}

/** A note's text by the index of the call it follows; of several calls, the last. */
function findNotes({ readings, classes }: ReadMessage): ReadonlyMap<number, string> {
  const notes = new Map<number, string>()
  let callIndex = -1
  for (const reading of readings) {
    if (reading.kind === 'tool' && reading.manner === 'housekeeping') callIndex = reading.index
    if (reading.kind === 'text' && classes[reading.index] === 'housekeeping-note') notes.set(callIndex, reading.text.trim())
  }
  return notes
}

/** Every source of the message in one row, each address or title once; nothing without one. */
export function planSources({ readings }: ReadMessage): SourcesRow[] {
  const sources = new Map<string, SourcesRow['sources'][number]>()
  for (const reading of readings) {
    if (reading.kind !== 'source' || reading.title === undefined) continue
    const { index, title, url } = reading
    const identity = url ?? title
    if (!sources.has(identity)) sources.set(identity, { key: `source-${index}`, title, ...(url === undefined ? {} : { url }) })
  }
  return sources.size === 0 ? [] : [{ kind: 'sources', key: 'sources', sources: [...sources.values()] }]
}

/** What a turn that left nothing to read says of itself, by how it ended; `done` also where that is not known. */
const outcomeRows: Record<TurnOutcome, OutcomeRow> = {
  done: { kind: 'outcome', key: 'outcome', outcome: 'finished-without-reply', canContinue: false },
  waiting: { kind: 'outcome', key: 'outcome', outcome: 'finished-without-reply', canContinue: false },
  stopped: { kind: 'outcome', key: 'outcome', outcome: 'stopped', canContinue: true },
  interrupted: { kind: 'outcome', key: 'outcome', outcome: 'interrupted', canContinue: true },
  failed: { kind: 'outcome', key: 'outcome', outcome: 'interrupted', canContinue: true },
}

/** The closing line of a settled message with no answer and no user-facing part (`surfacing.md`, "The table"). */
export function planOutcome({ classes }: ReadMessage, metadata: NorthlightMetadata | undefined): OutcomeRow[] {
  if (classes.includes('answer') || classes.includes('user-facing')) return []
  return [{ ...outcomeRows[metadata?.outcome ?? 'done'] }]
}

/** The live line of a running message: always at level 0, else while no row is itself live. */
export function planLiveLine(message: ReadMessage, rows: readonly SurfacingRow[]): LiveLineRow[] {
  if (message.level > 0 && rows.some(isLive)) return []
  const note = message.level === 0 ? findNoteLine(message) : undefined
  return [{ kind: 'live-line', key: 'live-line', text: note ?? 'Working' }]
}

function isLive(row: SurfacingRow): boolean {
  return (row.kind === 'prose' && row.streaming) || (row.kind === 'steps' && row.live)
}

/**
 * The last whole line of the newest note or provisional text that no established text follows. One that has no whole
 * line yet leaves the line to the one before it, unless an answer stands between.
 */
function findNoteLine(message: ReadMessage): string | undefined {
  const growing = findGrowing(message)
  let skipped = false
  for (const reading of message.readings.toReversed()) {
    if (reading.kind !== 'text') continue
    const partClass = message.classes[reading.index]
    const speaks = partClass === 'working-note' || partClass === 'provisional'
    if (reading.established || (skipped && !speaks)) return undefined
    const line = speaks ? toLastWholeLine(reading, reading.index === growing) : undefined
    if (line !== undefined) return line
    skipped ||= speaks
  }
  return undefined
}

/** A line is whole once it has ended; a text that grows no more ends its last one. */
function toLastWholeLine({ text }: TextReading, grows: boolean): string | undefined {
  const lines = text.split(/\r\n?|\n/)
  return (grows ? lines.slice(0, -1) : lines).map((line) => line.trim()).findLast((line) => line !== '')
}
