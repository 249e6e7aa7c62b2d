import { readAtom, toChipName } from './read-atom.ts'

/** A piece of a line: words as they are, a chip that stands for one character (`U+202E`), or the mark of a cut. */
export interface ShownRun {
  kind: 'text' | 'chip' | 'cut'
  text: string
}

export interface ShownLine {
  runs: readonly ShownRun[]
  /** How wide it is; a chip takes its name and a bracket on each side. */
  cells: number
  /** The text has no line end before it: only the width has. */
  isContinuation: boolean
}

/** Where a line stands in its text. */
export interface LinePlace {
  start: number
  end: number
  cells: number
  isContinuation: boolean
  /** Where the line after it starts; undefined: it is the last. */
  next: number | undefined
  /** Whether that one continues it. */
  isContinued: boolean
}

export interface LineSource {
  text: string
  isOneLine: boolean
  columns: number
}

export const cutRun: ShownRun = { kind: 'cut', text: '…' }

/** The line that starts at an offset, of a text that ends at `to`. */
export function findLine({ text, isOneLine, columns }: LineSource, start: number, to: number, isContinuation: boolean): LinePlace {
  let cells = 0
  let offset = start
  while (offset < to) {
    const atom = readAtom(text, offset, isOneLine)
    if (atom.kind === 'break') return { start, end: offset, cells, isContinuation, next: atom.end, isContinued: false }
    if (cells + atom.cells > columns) return { start, end: offset, cells, isContinuation, next: offset, isContinued: true }
    cells += atom.cells
    offset = atom.end
  }
  return { start, end: to, cells, isContinuation, next: undefined, isContinued: false }
}

export function findLines(source: LineSource, from: number, to: number, isContinuation: boolean): LinePlace[] {
  const lines: LinePlace[] = []
  for (let line = findLine(source, from, to, isContinuation); ; line = findLine(source, line.next, to, line.isContinued)) {
    lines.push(line)
    if (line.next === undefined) return lines
  }
}

/** The words and chips of a line. */
export function toShownLine({ text, isOneLine }: LineSource, { start, end, cells, isContinuation }: LinePlace): ShownLine {
  const runs: ShownRun[] = []
  let textStart = start
  const endText = (offset: number) => {
    if (offset > textStart) runs.push({ kind: 'text', text: text.slice(textStart, offset) })
  }
  for (let offset = start; offset < end;) {
    const atom = readAtom(text, offset, isOneLine)
    if (atom.kind === 'chip') {
      endText(offset)
      runs.push({ kind: 'chip', text: toChipName(text.slice(offset, atom.end)) })
      textStart = atom.end
    }
    offset = atom.end
  }
  endText(end)
  return { runs, cells, isContinuation }
}
