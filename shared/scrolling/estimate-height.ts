import type { MessagePlan, StepsItem, SurfacingRow } from '#layers/northlight/shared/surfacing/surfacing-rows.ts'

/** CSS pixels. */
const lineHeight = 24
const messageRoom = 48
const charactersOfLine = 80

/** How high a message will be, in CSS pixels on a wide page: good enough to tell how many fill a screen. */
export function estimateHeight({ rows }: MessagePlan): number {
  return rows.reduce((sum, row) => sum + countLines(row) * lineHeight, messageRoom)
}

function countLines(row: SurfacingRow): number {
  if (row.kind === 'prose') return countTextLines(row.text)
  if (row.kind !== 'steps') return 2
  const shown: readonly StepsItem[] = row.defaultOpen ? row.body : row.failures
  return shown.reduce((sum, item) => sum + (item.kind === 'working-note' || (item.kind === 'reasoning' && item.defaultOpen) ? countTextLines(item.text) : 1), 2)
}

function countTextLines(text: string): number {
  return text.split('\n').reduce((sum, line) => sum + Math.ceil(line.length / charactersOfLine) + 0.5, 0)
}
