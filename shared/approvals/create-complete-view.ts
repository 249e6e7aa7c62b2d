import type { ApprovalPayload } from './approval-payload.ts'
import { findWarningsBetween, textWarnings } from './find-text-warnings.ts'
import type { TextWarning } from './find-text-warnings.ts'
import { listApprovalFields } from './list-approval-fields.ts'
import { findLine, toShownLine } from './shown-lines.ts'
import type { LineSource, ShownLine } from './shown-lines.ts'

/** A line of the complete view, one as high as the other. */
export interface CompleteLine extends ShownLine {
  /** As in `layoutApproval`. */
  key: string
  group: 'request' | 'evidence'
  part: 'label' | 'text' | 'detail'
}

export interface CompleteView {
  /** Finds more lines, in about so many characters of the text; true: all are found. */
  advance(characters: number): boolean
  countLines(): number
  readLines(from: number, to: number): CompleteLine[]
  /** Of the field's text as far as its lines are found. */
  readWarnings(key: string): TextWarning[]
}

interface Part extends Pick<CompleteLine, 'key' | 'group' | 'part'> {
  source: LineSource
  /** Twice where each line starts, and one more where it continues the one before: a text may have a million lines. */
  starts: number[]
  /** Where the next line starts; undefined: there is no other. */
  next: { offset: number, isContinuation: boolean } | undefined
  warnings: Set<TextWarning>
}

/** A deception may begin before the piece in which it ends. */
const overlap = 256

/**
 * All of an ask, nothing cut, laid out a piece at a time and read a window at a time, so that a megabyte keeps no page
 * from answering. The lines of a text are those that `layoutApproval` gives without a limit.
 */
export function createCompleteView(payload: ApprovalPayload, columns: number): CompleteView {
  const parts = listParts(payload, Math.max(10, columns))
  let current = 0
  return {
    advance(characters) {
      let left = characters
      for (let part = parts[current]; part !== undefined && left > 0; part = parts[current]) {
        left -= advancePart(part, left)
        if (part.next === undefined) current += 1
      }
      return current === parts.length
    },
    countLines: () => parts.reduce((count, { starts }) => count + starts.length, 0),
    readLines: (from, to) => readLines(parts, from, to),
    readWarnings: (key) => textWarnings.filter((warning) => parts.some((part) => part.key === key && part.warnings.has(warning))),
  }
}

function listParts(payload: ApprovalPayload, columns: number): Part[] {
  return listApprovalFields(payload).flatMap(({ key, group, label, text, isOneLine, detail }) => {
    const toPart = (part: Part['part'], partText: string, isOne: boolean): Part => (
      { key, group, part, source: { text: partText, isOneLine: isOne, columns }, starts: [], next: { offset: 0, isContinuation: false }, warnings: new Set() }
    )
    return [toPart('label', label, true), toPart('text', text, isOneLine), ...detail === null ? [] : [toPart('detail', detail, false)]]
  })
}

/** Gives how many characters it went through; a line counts as one more. */
function advancePart(part: Part, characters: number): number {
  const { source, starts } = part
  const from = part.next?.offset ?? 0
  let through = 0
  while (part.next !== undefined && through < characters) {
    const { offset, isContinuation } = part.next
    const line = findLine(source, offset, source.text.length, isContinuation)
    starts.push(offset * 2 + Number(isContinuation))
    part.next = line.next === undefined ? undefined : { offset: line.next, isContinuation: line.isContinued }
    through += (line.next ?? line.end) - offset + 1
  }
  const to = part.next?.offset ?? source.text.length
  for (const warning of findWarningsBetween(source.text, Math.max(0, from - overlap), to)) part.warnings.add(warning)
  return through
}

function readLines(parts: readonly Part[], from: number, to: number): CompleteLine[] {
  const lines: CompleteLine[] = []
  let first = 0
  for (const { key, group, part, source, starts } of parts) {
    for (const start of starts.slice(Math.max(0, from - first), Math.max(0, to - first))) {
      const line = findLine(source, Math.floor(start / 2), source.text.length, start % 2 === 1)
      lines.push({ key, group, part, ...toShownLine(source, line) })
    }
    first += starts.length
  }
  return lines
}
