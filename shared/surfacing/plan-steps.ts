import type { DetailLevel } from '#layers/northlight/shared/settings/detail-level.ts'
import type { ReasoningReading, TextReading, ToolReading, TransparentReading } from './read-part.ts'
import type { ReasoningItem, StepsHeader, StepsItem, StepsRow, ToolCall, ToolLineItem } from './surfacing-rows.ts'
import { resolveStepsRules } from './surfacing-table.ts'
import type { Placement } from './surfacing-table.ts'
import { toCallWords, toFoldWords, toReceiptWords } from './tool-words.ts'

/** One part of an activity run and where the table puts it. */
export interface RunMember {
  reading: TextReading | ReasoningReading | ToolReading | TransparentReading
  placement: Placement
}

interface StepsContext {
  level: DetailLevel
  live: boolean
  startedAt?: number
  /** Index of the part that still grows, -1 when none does. */
  growing: number
}

/** The Steps card of one activity run; nothing where the level leaves it without a body (`surfacing.md`, "The table"). */
export function planSteps(members: readonly RunMember[], context: StepsContext): StepsRow | undefined {
  const body = planBody(members, context)
  if (body.length === 0) return undefined
  return {
    kind: 'steps',
    key: `steps-${toRunIndex(members)}`,
    live: context.live,
    defaultOpen: context.live || resolveStepsRules(context.level).opens === 'always',
    header: planHeader(members, context),
    body,
    failures: body.filter((item) => item.kind === 'tool-line').filter(({ state }) => hasFailed(state)),
  }
}

/** The run's first reasoning or call, even one that shows nothing yet: so the key never changes. */
function toRunIndex(members: readonly RunMember[]): number | undefined {
  const first = members.find(({ reading }) => reading.kind !== 'text') ?? members[0]
  return first?.reading.index
}

function planHeader(members: readonly RunMember[], { live, startedAt }: StepsContext): StepsHeader {
  const calls = members.map(({ reading }) => reading).filter((reading) => reading.kind === 'tool')
    .filter(({ manner }) => manner === 'internal')
  const thoughts = members.filter(({ reading }) => reading.kind === 'reasoning')
  return {
    count: calls.length || thoughts.length,
    failed: calls.filter(({ state }) => hasFailed(state)).length,
    ...(live && startedAt !== undefined ? { startedAt } : {}),
  }
}

function planBody(members: readonly RunMember[], context: StepsContext): StepsItem[] {
  const items: StepsItem[] = []
  let fold: { index: number, calls: ToolReading[] } | undefined
  const endFold = () => {
    if (fold && fold.calls.length > 0) items.push(toFoldLine(fold.index, fold.calls))
    fold = undefined
  }
  for (const { reading, placement } of members) {
    if (reading.kind === 'transparent') continue
    if (reading.kind === 'tool' && isFolding(reading, placement)) {
      fold ??= { index: reading.index, calls: [] }
      if (placement !== 'absent') fold.calls.push(reading)
      continue
    }
    if (placement === 'absent') continue
    endFold()
    items.push(toOwnItem(reading, placement, context))
  }
  endFold()
  return items
}

/** A call that a block shows is left out of its fold without ending it; a running call has its own line. */
function isFolding(reading: ToolReading, placement: Placement): boolean {
  return reading.state === 'done' && (placement === 'folding-line' || placement === 'absent')
}

function toOwnItem(reading: TextReading | ReasoningReading | ToolReading, placement: Placement, context: StepsContext): StepsItem {
  if (reading.kind === 'text') return { kind: 'working-note', key: `text-${reading.index}`, text: reading.text }
  if (reading.kind === 'tool') return { kind: 'tool-line', ...toToolLine(reading) }
  return toReasoningItem(reading, placement, context)
}

function toReasoningItem({ index, text, fileName }: ReasoningReading, placement: Placement, { growing }: StepsContext): ReasoningItem {
  const streaming = index === growing
  const redacted = text === ''
  return {
    kind: 'reasoning',
    key: `reasoning-${index}`,
    text,
    streaming,
    defaultOpen: !redacted && (streaming || placement === 'reasoning-open'),
    redacted,
    ...(fileName === undefined ? {} : { fileName }),
  }
}

function toFoldLine(index: number, calls: readonly ToolReading[]): ToolLineItem {
  return {
    kind: 'tool-line',
    key: `tool-${index}`,
    calls: calls.map(toToolCall),
    defaultOpen: false,
    label: toFoldWords(calls),
    state: 'done',
  }
}

/** A line of one call, in a card or bare. */
export function toToolLine(reading: ToolReading): Omit<ToolLineItem, 'kind'> {
  const call = toToolCall(reading)
  return { key: `tool-${reading.index}`, calls: [call], defaultOpen: false, label: call.label, state: call.state }
}

/** One call as its details show it; a housekeeping call speaks by its receipt. */
export function toToolCall(reading: ToolReading): ToolCall {
  return {
    key: `call-${reading.index}`,
    toolName: reading.toolName,
    ...(reading.toolCallId === undefined ? {} : { toolCallId: reading.toolCallId }),
    state: reading.state,
    label: reading.manner === 'housekeeping' ? toReceiptWords(reading) : toCallWords(reading),
    input: reading.input,
    output: reading.output,
    ...(reading.errorText === undefined ? {} : { errorText: reading.errorText }),
  }
}

/** Whether a call ended without its result, by a failure or by the turn's end. */
export function hasFailed(state: ToolCall['state']): boolean {
  return state === 'failed' || state === 'stopped'
}
