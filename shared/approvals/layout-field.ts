import { isCertainStart, isFlagHalf, readAtom } from './read-atom.ts'
import type { Atom } from './read-atom.ts'
import { cutRun, findLines, toShownLine } from './shown-lines.ts'
import type { LineSource, ShownLine } from './shown-lines.ts'

interface FieldLimit {
  rows: number
  cells: number
}

export interface FieldSource extends LineSource {
  /** Its end says as much as its beginning. */
  keepsTail: boolean
}

interface FieldLayout {
  lines: ShownLine[]
  isCut: boolean
}

const emptyLine: ShownLine = { runs: [], cells: 0, isContinuation: false }

/** A sign and all its marks; and what it takes to find where signs begin. In UTF-16 units. */
const longestAtom = 64
const longestFlagRow = 2 ** 14

/** A field's lines within its limit. Where it is cut depends on how wide its signs are and where its lines end, never on what they say. */
export function layoutField(source: FieldSource, limit: FieldLimit): FieldLayout {
  const { text, columns, keepsTail } = source
  const whole = fitHead(source, limit)
  if (whole.isWhole) return { lines: findLines(source, 0, text.length, false).map((line) => toShownLine(source, line)), isCut: false }
  if (!keepsTail) return { lines: toCutLines(source, whole.markedEnd), isCut: true }
  const row = Math.min(limit.cells, columns)
  // One row is halved; more are shared out.
  const room = limit.rows === 1 ? row : limit.cells
  const head = fitHead(source, { rows: Math.ceil(limit.rows / 2), cells: Math.ceil(room / 2) })
  const tailLimit = { rows: Math.max(1, Math.floor(limit.rows / 2)), cells: Math.floor(room / 2) }
  const tailStart = Math.max(head.markedEnd, findTailStart(source, tailLimit))
  const lines = toCutLines(source, head.markedEnd)
  if (tailStart === text.length) return { lines, isCut: true }
  const tail = findLines(source, tailStart, text.length, true).map((line) => toShownLine(source, line))
  return { lines: limit.rows === 1 ? [joinLines([...lines, ...tail])] : [...lines, ...tail], isCut: true }
}

function joinLines(lines: readonly ShownLine[]): ShownLine {
  return { runs: lines.flatMap(({ runs }) => runs), cells: lines.reduce((sum, { cells }) => sum + cells, 0), isContinuation: false }
}

/** How far a text fits, and how far it does together with the mark of a cut. */
function fitHead({ text, isOneLine, columns }: LineSource, limit: FieldLimit): { isWhole: boolean, markedEnd: number } {
  let markedEnd = 0
  let rows = 1
  let column = 0
  let cells = 0
  for (let offset = 0; offset < text.length;) {
    if (cells < limit.cells && (column < columns || rows < limit.rows)) markedEnd = offset
    const atom = readAtom(text, offset, isOneLine)
    const isNewRow = atom.kind === 'break' || column + atom.cells > columns
    rows += isNewRow ? 1 : 0
    column = isNewRow ? atom.cells : column + atom.cells
    cells += atom.cells
    if (rows > limit.rows || cells > limit.cells) return { isWhole: false, markedEnd }
    offset = atom.end
  }
  return { isWhole: true, markedEnd: text.length }
}

/** Whether a field surely has more rows than that, without laying it out. Where it says no, it may have. */
export function surelyExceeds({ text, isOneLine, columns }: LineSource, limit: FieldLimit, rows: number): boolean {
  // Room for the mark of a cut, wherever it comes.
  if (limit.rows < rows + 2) return false
  let taken = 1
  let column = 0
  let cells = 0
  for (let offset = 0; offset < text.length;) {
    const atom = readAtom(text, offset, isOneLine)
    const isNewRow = atom.kind === 'break' || column + atom.cells > columns
    taken += isNewRow ? 1 : 0
    column = isNewRow ? atom.cells : column + atom.cells
    cells += atom.cells
    if (cells >= limit.cells) return false
    if (taken > rows) return true
    offset = atom.end
  }
  return false
}

function toCutLines(source: LineSource, end: number): ShownLine[] {
  const lines = findLines(source, 0, end, false).map((line) => toShownLine(source, line))
  const last = lines.pop() ?? emptyLine
  if (last.cells >= source.columns) return [...lines, last, { ...markCut(emptyLine), isContinuation: true }]
  return [...lines, markCut(last)]
}

function markCut({ runs, cells, isContinuation }: ShownLine): ShownLine {
  return { runs: [...runs, cutRun], cells: cells + 1, isContinuation }
}

/** The beginning of the longest end of a text that fits: read from nearer or further before its end, by how much its signs take. */
function findTailStart(source: LineSource, limit: FieldLimit): number {
  const { text } = source
  for (let span = 4 * longestAtom; ; span *= 4) {
    const from = findAtomStart(text, text.length - span)
    const start = fitTail(source, from, limit)
    // Nearer than a sign to where reading began, it may be no beginning.
    if (from === 0 || start > from + 2 * longestAtom) return start
  }
}

function fitTail(source: LineSource, from: number, limit: FieldLimit): number {
  let start = source.text.length
  let rows = 1
  let column = 0
  let cells = 0
  for (const { offset, atom } of listAtoms(source, from).reverse()) {
    const isNewRow = atom.kind === 'break' || column + atom.cells > source.columns
    rows += isNewRow ? 1 : 0
    column = isNewRow ? atom.cells : column + atom.cells
    cells += atom.cells
    if (rows > limit.rows || cells > limit.cells) return start
    start = offset
  }
  return start
}

function listAtoms({ text, isOneLine }: LineSource, from: number): { offset: number, atom: Atom }[] {
  const atoms: { offset: number, atom: Atom }[] = []
  for (let offset = from; offset < text.length;) {
    const atom = readAtom(text, offset, isOneLine)
    atoms.push({ offset, atom })
    offset = atom.end
  }
  return atoms
}

/** Where an atom begins at about an offset, without reading all that stands before. */
function findAtomStart(text: string, offset: number): number {
  if (offset <= 0) return 0
  for (let start = offset; start < offset + longestAtom; start += 1) {
    if (isCertainStart(text.charCodeAt(start))) return start
  }
  const start = isSecondHalf(text, offset) ? offset + 1 : offset
  return start + (countFlagHalvesBefore(text, start) % 2) * 2
}

function isSecondHalf(text: string, offset: number): boolean {
  return (text.codePointAt(offset - 1) ?? 0) > 0xFFFF
}

/** Two halves make a flag: which two, the whole row of them says, unless it is endless. */
function countFlagHalvesBefore(text: string, offset: number): number {
  let start = offset
  while (offset - start < longestFlagRow && isFlagHalf(text, start - 2)) start -= 2
  return (offset - start) / 2
}
