import type { ApprovalPayload } from './approval-payload.ts'
import { findTextWarnings } from './find-text-warnings.ts'
import type { TextWarning } from './find-text-warnings.ts'
import type { LayoutBudget } from './layout-budgets.ts'
import { layoutField, surelyExceeds } from './layout-field.ts'
import { listApprovalFields } from './list-approval-fields.ts'
import type { ApprovalField } from './list-approval-fields.ts'
import type { ShownLine } from './shown-lines.ts'

export interface LaidOutField {
  group: ApprovalField['group']
  /** Unique in its ask: the fact's name, or `evidence-0` and so on. */
  key: string
  label: readonly ShownLine[]
  lines: readonly ShownLine[]
  /** What belongs to a piece of evidence and is shown with it or not at all. */
  detail: readonly ShownLine[] | null
  /** Its label, its text or its detail was shortened. */
  isCut: boolean
  warnings: readonly TextWarning[]
}

export interface LaidOutApproval {
  fields: readonly LaidOutField[]
  /** Evidence is missing: its rows did not fit. */
  hasLeftOut: boolean
  /** Anything was cut or left out: nobody may approve who has not had the whole of it. */
  isElided: boolean
}

/** A chip has to fit. */
const fewestColumns = 10

/**
 * An ask as it is shown within a budget. Facts of the request are always there. A piece of evidence is there as far as
 * a field goes, with its detail, or it is left out, and one that does not fit keeps out none of those after it that do.
 */
export function layoutApproval(payload: ApprovalPayload, budget: LayoutBudget): LaidOutApproval {
  const all = listApprovalFields(payload)
  const facts = all.filter(({ group }) => group === 'request').map((field) => layoutOne(field, budget))
  const evidence = all.filter(({ group }) => group === 'evidence')
  const whole = fitEvidence(evidence, budget, budget.rows, true)
  const hasLeftOut = whole.length < evidence.length
  // One row says that some are missing.
  const fitting = hasLeftOut ? fitEvidence(evidence, budget, budget.rows - 1, false) : whole
  const fields = [...facts, ...fitting].map(({ laidOut, field }) => ({ ...laidOut, warnings: findFieldWarnings(field) }))
  return { fields, hasLeftOut, isElided: hasLeftOut || fields.some(({ isCut }) => isCut) }
}

interface FittedField {
  field: ApprovalField
  laidOut: Omit<LaidOutField, 'warnings'>
}

function fitEvidence(evidence: readonly ApprovalField[], budget: LayoutBudget, rows: number, isAllOrNothing: boolean): FittedField[] {
  let left = rows
  const fields: FittedField[] = []
  for (const entry of evidence) {
    // Each takes at least one row.
    if (left < 1) break
    // A list may be long, and most of it not fit.
    const isTooLong = surelyExceeds({ text: entry.text, isOneLine: entry.isOneLine, columns: toColumns(budget) }, { rows: budget.fieldRows, cells: budget.fieldCells }, left)
    const fitted = isTooLong ? undefined : layoutOne(entry, budget)
    const taken = fitted ? countRows(fitted.laidOut) : Infinity
    if (fitted && taken <= left) {
      left -= taken
      fields.push(fitted)
    }
    else if (isAllOrNothing) break
  }
  return fields
}

function layoutOne(field: ApprovalField, budget: LayoutBudget): FittedField {
  const { group, key, label, text, isOneLine, keepsTail, detail } = field
  const columns = toColumns(budget)
  const limit = { rows: budget.fieldRows, cells: budget.fieldCells }
  const name = layoutField({ text: label, isOneLine: true, keepsTail: false, columns: Math.max(fewestColumns, budget.labelColumns) }, { rows: budget.labelRows, cells: budget.fieldCells })
  const body = layoutField({ text, isOneLine, keepsTail, columns }, limit)
  const more = detail === null ? undefined : layoutField({ text: detail, isOneLine: false, keepsTail: false, columns }, limit)
  return { field, laidOut: { group, key, label: name.lines, lines: body.lines, detail: more?.lines ?? null, isCut: name.isCut || body.isCut || more?.isCut === true } }
}

function toColumns({ columns }: LayoutBudget): number {
  return Math.max(fewestColumns, columns)
}

function findFieldWarnings({ label, text, detail }: ApprovalField): TextWarning[] {
  return [...new Set([label, text, detail ?? ''].flatMap(findTextWarnings))]
}

/** How many rows a field takes: its label stands beside its text. */
function countRows({ label, lines, detail }: Pick<LaidOutField, 'label' | 'lines' | 'detail'>): number {
  return Math.max(label.length, lines.length) + (detail?.length ?? 0)
}
