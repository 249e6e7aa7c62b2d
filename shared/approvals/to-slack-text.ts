import type { ApprovalPayload } from './approval-payload.ts'
import { escapeSlackMarks } from './escape-slack-marks.ts'
import { toLinkWords, toPlainRows } from './to-plain-text.ts'

/** What would close the block that nothing in is read as a mark. */
const blockEnds = /`{3,}/g

/** The plain text for a reader of Slack's marks: as code, so that columns stand and nothing in it calls or links anybody. */
export function toSlackText(payload: ApprovalPayload, { completeUrl }: { completeUrl: string }): string {
  const { rows, isElided } = toPlainRows(payload)
  return ['```', rows.map(escapeRow).join('\n'), '```', `${toLinkWords(isElided)} <${escapeSlackMarks(completeUrl)}>`].join('\n')
}

function escapeRow(row: string): string {
  return escapeSlackMarks(row).replaceAll(blockEnds, (ticks) => '[U+0060]'.repeat(ticks.length))
}
