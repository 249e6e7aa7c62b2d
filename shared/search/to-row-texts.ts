import { toVisibleText } from '#layers/northlight/shared/markdown/to-visible-text.ts'
import type { HostTools } from '#layers/northlight/shared/surfacing/host-tool.ts'
import { toStepsWords } from '#layers/northlight/shared/surfacing/steps-words.ts'
import type { MessagePlan, ReasoningItem, RowKind, StepsItem, SurfacingRow, ToolLineItem, ToolLineRow } from '#layers/northlight/shared/surfacing/surfacing-rows.ts'
import { toPartTexts } from './to-part-texts.ts'

/** What a row says, or a row inside a card. */
export interface RowText {
  key: string
  /** The card's key. While that is closed, its header stands for what is in it. */
  within?: string
  text: string
}

interface Reading {
  plan: MessagePlan
  tools?: HostTools
}

type RowReaders = { [Kind in RowKind]: (row: Extract<SurfacingRow, { kind: Kind }>, reading: Reading) => RowText[] }

const rowReaders: RowReaders = {
  'prose': ({ key, text }, { plan }) => [{ key, text: plan.role === 'user' ? text : toVisibleText(text) }],
  'steps': ({ key, live, header, body }) => [
    { key, text: toStepsWords({ ...header, live }) },
    ...body.map((item) => ({ key: item.key, within: key, text: toItemText(item) })),
  ],
  'tool-line': (row) => [{ key: row.key, text: toLineText(row) }],
  'housekeeping-note': ({ key, text }) => [{ key, text }],
  'live-line': ({ key, text }) => [{ key, text }],
  'outcome': () => [],
  'sources': ({ key, sources }) => [{ key, text: sources.map(({ title }) => title).join('\n') }],
  'user-facing': (row, { tools }) => [{ key: row.key, text: toPartTexts(row, tools).join('\n') }],
}

/** What a reader finds in a message at its plan's level, by row and in order. The details of calls are left out. */
export function toRowTexts(plan: MessagePlan, tools?: HostTools): RowText[] {
  return plan.rows.flatMap((row) => {
    const read = rowReaders[row.kind] as (row: SurfacingRow, reading: Reading) => RowText[]
    return read(row, { plan, ...(tools ? { tools } : {}) })
  })
}

function toItemText(item: StepsItem): string {
  if (item.kind === 'tool-line') return toLineText(item)
  return item.kind === 'reasoning' ? toReasoningText(item) : toVisibleText(item.text)
}

function toReasoningText({ redacted, text, fileName }: ReasoningItem): string {
  return [...(fileName === undefined ? [] : [fileName]), ...(redacted ? [] : [toVisibleText(text)])].join('\n')
}

function toLineText({ label, calls }: ToolLineItem | ToolLineRow): string {
  return [label, ...calls.map((call) => call.label)].join('\n')
}
