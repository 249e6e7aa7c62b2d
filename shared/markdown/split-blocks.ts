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
  /** A blank line stands before that line, which has no character yet that says whether it starts a block. */
  mayPart: boolean
  open: OpenBlock
}

/** What of the last block decides how it goes on; the text before it is never looked at again. */
interface OpenBlock {
  /** Offset of a line at the top level. */
  from: number
  /** The line that opened the fence which that line stands in, or nothing. */
  fence: string
}

const lineEnd = /\r\n|\r|\n/g
const blankLine = /^[ \t]*$/
const listMarkerStart = /[-*+\d]/

const emptySplit: BlockSplit = { text: '', blocks: [], blockStart: 0, lineStart: 0, mayPart: false, open: { from: 0, fence: '' } }

/**
 * Splits Markdown at blank lines between top-level blocks, never inside a fence, list, quote or table.
 * Prefix-stable: each boundary follows from the text before it and the first character after it, so the
 * settled blocks of a text are the first blocks of every longer text. Given the split of an earlier prefix,
 * only what came since is read, however long the last block is.
 */
export function splitBlocks(text: string, previous: BlockSplit = emptySplit): BlockSplit {
  const known = text.startsWith(previous.text) ? previous : emptySplit
  const settled = known.blocks.slice(0, -1)
  let { blockStart, lineStart, mayPart, open } = known
  for (const line of toLines(text, lineStart)) {
    if (mayPart) {
      const staysOpen = findOpenBlock(text, open, line.start)
      if (staysOpen === undefined) {
        settled.push(text.slice(blockStart, line.start))
        blockStart = line.start
      }
      open = staysOpen ?? { from: line.start, fence: '' }
      mayPart = false
    }
    if (line.end === undefined) {
      break
    }
    mayPart = blankLine.test(text.slice(line.start, line.end))
    lineStart = line.next
  }
  const blocks = text === '' ? [] : [...settled, text.slice(blockStart)]
  return { text, blocks, blockStart, lineStart, mayPart, open }
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

/** How the last block goes on with a line that a blank one stands before; undefined where the line starts another block. */
function findOpenBlock(text: string, open: OpenBlock, lineStart: number): OpenBlock | undefined {
  const first = text.charAt(lineStart)
  const written = text.slice(open.from, lineStart)
  if (/\s/.test(first) || blankLine.test(written)) {
    return open
  }
  const tokens = parseTopLevel(`${open.fence}${written}x`)
  const last = tokens.at(-1)
  if (last?.type === 'fence') {
    return { from: lineStart, fence: `${last.markup}\n` }
  }
  if (last?.type !== 'paragraph_close') {
    return open
  }
  const mayBeItem = tokens.at(-3)?.type.endsWith('_list_close') && listMarkerStart.test(first)
  return mayBeItem ? { from: lineStart, fence: '' } : undefined
}

/** The tokens at the top level: with a plain word at its end, a text whose blocks are all closed ends with a paragraph. */
function parseTopLevel(source: string): Token[] {
  const tokens: Token[] = []
  markdownParser.block.parse(source.replace(lineEnd, '\n'), markdownParser, {}, tokens)
  return tokens.filter((token) => token.level === 0)
}
