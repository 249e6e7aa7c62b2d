import type { ApprovalPayload } from './approval-payload.ts'
import { textWarnings, textWarningWords } from './find-text-warnings.ts'
import { layoutApproval } from './layout-approval.ts'
import type { LaidOutField } from './layout-approval.ts'
import { cardBudget } from './layout-budgets.ts'
import type { LayoutBudget } from './layout-budgets.ts'
import type { ShownLine } from './shown-lines.ts'

const columns = 80
const labelColumns = 18
/** Rows that go on hang under their text, and a long label's under its label: no text makes a row that begins where labels do. */
const indent = '  '
const hang = ' '.repeat(labelColumns + 2 * indent.length)

const plainBudget: LayoutBudget = { ...cardBudget, columns: columns - hang.length, labelColumns }

/** An ask for a terminal, a mail, a voice: what fits, and where all of it is. */
export function toPlainText(payload: ApprovalPayload, { completeUrl }: { completeUrl: string }): string {
  const { rows, isElided } = toPlainRows(payload)
  return [...rows, '', toLinkWords(isElided), completeUrl].join('\n')
}

/** What the link is for. */
export function toLinkWords(isElided: boolean): string {
  return isElided ? 'Not all of it is here. See it whole and decide:' : 'Decide:'
}

/** Each of at most 80 columns. */
export function toPlainRows(payload: ApprovalPayload): { rows: string[], isElided: boolean } {
  const { fields, hasLeftOut, isElided } = layoutApproval(payload, plainBudget)
  const facts = fields.filter(({ group }) => group === 'request').flatMap(toRows)
  const evidence = fields.filter(({ group }) => group === 'evidence').flatMap(toRows)
  const found = new Set(fields.flatMap(({ warnings }) => warnings))
  const warnings = textWarnings.filter((warning) => found.has(warning)).map((warning) => `Careful: ${textWarningWords[warning]}`)
  return { rows: [...facts, ...evidence.length > 0 ? ['', ...evidence] : [], ...hasLeftOut ? ['…'] : [], ...warnings], isElided }
}

function toRows({ label, lines, detail }: LaidOutField): string[] {
  const rows = Array.from({ length: Math.max(label.length, lines.length) }, (_, index) => `${toLabel(label[index], index)}${toText(lines[index])}`)
  return [...rows, ...(detail ?? []).map((line, index) => `${index === 0 ? `${indent}${'(more)'.padEnd(labelColumns)}: ` : hang}${toText(line)}`)]
}

function toLabel(line: ShownLine | undefined, index: number): string {
  if (index > 0) return `${indent}${toText(line)}${' '.repeat(labelColumns - (line?.cells ?? 0))}${indent}`
  return `${toText(line)}${' '.repeat(labelColumns + indent.length - (line?.cells ?? 0))}: `
}

function toText(line: ShownLine | undefined): string {
  return (line?.runs ?? []).map(({ kind, text }) => kind === 'chip' ? `[${text}]` : text).join('')
}
