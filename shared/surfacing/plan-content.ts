import type { DetailLevel } from '#layers/northlight/shared/settings/detail-level.ts'
import type { PartClass } from './classify-parts.ts'
import { hasFailed, planSteps, toToolLine } from './plan-steps.ts'
import type { RunMember } from './plan-steps.ts'
import { readFields, readString } from './read-fields.ts'
import type { PartReading, TextReading, ToolReading } from './read-part.ts'
import type { SurfacingRow } from './surfacing-rows.ts'
import { resolvePlacement, resolveStepsRules } from './surfacing-table.ts'
import type { Placement, TableRow } from './surfacing-table.ts'

/** One message as its rows are planned from it: parts read and classified, in order. */
export interface ReadMessage {
  readings: readonly PartReading[]
  classes: readonly PartClass[]
  running: boolean
  level: DetailLevel
  startedAt?: number
}

interface Content {
  message: ReadMessage
  rows: SurfacingRow[]
  run: RunMember[]
  /** Whether the run has a part that shows at this level. */
  runShows: boolean
  /** Up to this index what ends a run stands after it. */
  barrier: number
  growing: number
}

/** The rows that stand in place, in the order of the parts; what stands at the foot is `planFoot`'s. */
export function planContent(message: ReadMessage): SurfacingRow[] {
  const shown = findCallsShownByBlocks(message.readings)
  const content: Content = { message, rows: [], run: [], runShows: false, barrier: findBarrier(message), growing: findGrowing(message) }
  for (const reading of message.readings) {
    placePart(content, reading, resolvePlacement(toTableRow(message, reading, shown), message.level))
  }
  endRun(content, true)
  return content.rows
}

function placePart(content: Content, reading: PartReading, placement: Placement): void {
  if (reading.kind === 'user-facing') {
    endRun(content, false)
    content.rows.push({ kind: 'user-facing', key: `part-${reading.index}`, slot: reading.slot, part: reading.part })
  }
  else if (reading.kind === 'text') placeText(content, reading, placement)
  else if (reading.kind === 'tool') placeCall(content, reading, placement)
  else if (reading.kind === 'reasoning') joinRun(content, { reading, placement })
  else if (reading.kind === 'transparent' && reading.reason === 'empty-reasoning') joinRun(content, { reading, placement })
}

function placeText(content: Content, reading: TextReading, placement: Placement): void {
  if (placement === 'note' || placement === 'absent') return joinRun(content, { reading, placement })
  endRun(content, false)
  if (placement !== 'prose' && placement !== 'provisional-prose') return
  content.rows.push({
    kind: 'prose',
    key: `text-${reading.index}`,
    tone: placement === 'prose' ? 'answer' : 'provisional',
    text: reading.text,
    streaming: reading.index === content.growing,
  })
}

/** A housekeeping call never opens a card: without one around it, it is a bare line or a chip alone. */
function placeCall(content: Content, reading: ToolReading, placement: Placement): void {
  if (placement === 'chip' || placement === 'opening-chip') return
  if (placement !== 'line-in-place' || content.runShows) joinRun(content, { reading, placement })
  else content.rows.push({ kind: 'tool-line', ...toToolLine(reading) })
}

function joinRun(content: Content, member: RunMember): void {
  content.run.push(member)
  if (member.placement !== 'absent') content.runShows = true
}

function endRun(content: Content, atEnd: boolean): void {
  const { message: { level, running, startedAt }, run, barrier, growing } = content
  const [first] = run
  content.run = []
  content.runShows = false
  if (!first) return
  const open = resolveStepsRules(level).endsAt === 'any-text' ? atEnd : first.reading.index > barrier
  const row = planSteps(run, { level, live: running && open, growing, ...(startedAt === undefined ? {} : { startedAt }) })
  if (row) content.rows.push(row)
}

function toTableRow({ classes }: ReadMessage, reading: PartReading, shown: ReadonlySet<number>): TableRow {
  const partClass = classes[reading.index] ?? 'transparent'
  if (reading.kind !== 'tool' || partClass !== 'internal-tool') return partClass
  if (hasFailed(reading.state)) return 'failed-tool'
  return shown.has(reading.index) ? 'tool-shown-by-block' : 'internal-tool'
}

const blockDataType = 'data-block'

/** A block shows the calls of its tool that stand before it, back to the part that closed what is above them. */
function findCallsShownByBlocks(readings: readonly PartReading[]): ReadonlySet<number> {
  const shown = new Set<number>()
  let toolName: string | undefined
  for (const reading of readings.toReversed()) {
    if (reading.kind === 'user-facing') toolName = reading.part.type === blockDataType ? readString(readFields(reading.part.data).tool) : undefined
    if (reading.kind !== 'tool' || reading.state !== 'done' || reading.toolName !== toolName) continue
    if (readFields(reading.input).context !== true) shown.add(reading.index)
  }
  return shown
}

/** Only a running message asks, and there an established text is never a note. */
function findBarrier({ readings }: ReadMessage): number {
  return readings.findLastIndex((reading) => reading.kind === 'user-facing' || (reading.kind === 'text' && reading.established))
}

/** The part that more of the stream may add to: the last one, sources and passing data apart. */
export function findGrowing({ readings, running }: ReadMessage): number {
  if (!running) return -1
  const last = readings.findLast((reading) => {
    return reading.kind !== 'source' && !(reading.kind === 'transparent' && reading.reason === 'transient')
  })
  return last?.index ?? -1
}
