import { planSurfacing } from '#layers/northlight/shared/surfacing/plan-surfacing.ts'
import { toStepsWords } from '#layers/northlight/shared/surfacing/steps-words.ts'
import type { StepsItem, SurfacingRow } from '#layers/northlight/shared/surfacing/surfacing-rows.ts'
import type { SurfacedMessage } from '#layers/northlight/shared/surfacing/classify-parts.ts'
import type { DetailLevel } from '#layers/northlight/shared/settings/detail-level.ts'

const longest = 70

/** What a reader sees of messages at a level, as one line of words a message; the inside of an open card in brackets. */
export function readAloud(messages: readonly SurfacedMessage[], level: DetailLevel): string[] {
  return messages.map((message) => {
    const { role, rows } = planSurfacing(message, { level, running: false })
    return `${role}: ${rows.map(toRowWords).join(' · ')}`.trim()
  })
}

function toRowWords(row: SurfacingRow): string {
  switch (row.kind) {
    case 'prose': return toShort(row.text)
    case 'steps': return `${toStepsWords({ ...row.header, live: row.live })}${row.defaultOpen ? ` [${row.body.map(toItemWords).join('; ')}]` : row.failures.map((item) => ` ! ${item.label}`).join('')}`
    case 'tool-line': return row.label
    case 'housekeeping-note': return `(${row.text})`
    case 'live-line': return row.text
    case 'outcome': return row.outcome
    case 'sources': return `sources: ${row.sources.map(({ title, url }) => url === undefined ? title : `${title} <${url}>`).join(', ')}`
    case 'user-facing': return `${row.slot} ${toShort(JSON.stringify(row.part.filename ?? row.part.toolName ?? row.part.data ?? row.part.kind ?? row.part.type))}`
  }
}

function toItemWords(item: StepsItem): string {
  if (item.kind === 'tool-line') return item.label
  if (item.kind === 'working-note') return toShort(item.text)
  const name = item.fileName ?? (item.redacted ? 'not shown by the provider' : toShort(item.text))
  return item.defaultOpen && !item.redacted ? `reasoned, open: ${name}` : `reasoned: ${name}`
}

function toShort(text: string): string {
  const line = text.replaceAll('\n', ' ')
  return line.length > longest ? `${line.slice(0, longest)}… (${text.length})` : line
}
