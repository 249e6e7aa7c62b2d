import type { Token } from 'markdown-it'
import { markdownParser } from './markdown-parser.ts'

/** Where a scan of a growing text stands: all but the last block are settled and never change again. */
export interface BlockSplit {
  text: string
  /** Joined, they are the text, character by character. */
  blocks: readonly string[]
  /** Offset of the last block. */
  blockStart: number
  /** Offset of the line that is still being written. */
  lineStart: number
  afterBlankLine: boolean
}

const lineEnd = /\r\n|\r|\n/g
const blankLine = /^[ \t]*$/
const listMarkerStart = /[-*+\d]/

const emptySplit: BlockSplit = { text: '', blocks: [], blockStart: 0, lineStart: 0, afterBlankLine: false }

/**
 * Splits Markdown at blank lines between top-level blocks, never inside a fence, list, quote or table.
 * Prefix-stable: each boundary follows from the text before it and the first character after it, so the
 * settled blocks of a text are the first blocks of every longer text. Given the split of an earlier prefix,
 * only what came since is read.
 */
export function splitBlocks(text: string, previous: BlockSplit = emptySplit): BlockSplit {
  const known = text.startsWith(previous.text) ? previous : emptySplit
  const settled = known.blocks.slice(0, -1)
  let { blockStart, lineStart, afterBlankLine } = known
  for (const line of toLines(text, lineStart)) {
    if (afterBlankLine && isBoundary(text, blockStart, line.start)) {
      settled.push(text.slice(blockStart, line.start))
      blockStart = line.start
    }
    if (line.end === undefined) {
      break
    }
    afterBlankLine = blankLine.test(text.slice(line.start, line.end))
    lineStart = line.next
  }
  const blocks = text === '' ? [] : [...settled, text.slice(blockStart)]
  return { text, blocks, blockStart, lineStart, afterBlankLine }
}

interface Line {
  start: number
  /** Undefined: the line is still open. */
  end: number | undefined
  next: number
}

function* toLines(text: string, from: number): Generator<Line> {
  let start = from
  lineEnd.lastIndex = from
  for (let found = lineEnd.exec(text); found !== null; found = lineEnd.exec(text)) {
    const next = found.index + found[0].length
    if (found[0] === '\r' && next === text.length) {
      // Its "\n" may be on the way.
      break
    }
    yield { start, end: found.index, next }
    start = next
    lineEnd.lastIndex = next
  }
  if (start < text.length) {
    yield { start, end: undefined, next: text.length }
  }
}

function isBoundary(text: string, blockStart: number, lineStart: number): boolean {
  const first = text.charAt(lineStart)
  if (/\s/.test(first) || blankLine.test(text.slice(blockStart, lineStart))) {
    return false
  }
  const before = toTopLevelTypes(`${text.slice(blockStart, lineStart)}x`)
  const opensParagraph = before.at(-1) === 'paragraph_close'
  return opensParagraph && !(before.at(-3)?.endsWith('_list_close') && listMarkerStart.test(first))
}

/** The types of the top-level tokens: with a plain word at its end, a text whose blocks are all closed ends with it. */
function toTopLevelTypes(source: string): string[] {
  const tokens: Token[] = []
  markdownParser.block.parse(source.replace(lineEnd, '\n'), markdownParser, {}, tokens)
  return tokens.filter((token) => token.level === 0).map((token) => token.type)
}
