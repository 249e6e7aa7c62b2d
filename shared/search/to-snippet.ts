import { splitMatches } from './split-matches.ts'

/** How much of the text is shown before and after the word, in UTF-16 units. */
const before = 40
const after = 100

/** A line of the text around the first of the words that is in it; the beginning, where none is. */
export function toSnippet(text: string, words: readonly string[]): string {
  const line = text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
  const [first] = splitMatches(line, words)
  const hit = first && !first.isMatch && first.text.length < line.length ? first.text.length : 0
  const start = hit <= before ? 0 : toWordStart(line, hit - before, hit)
  const end = Math.min(line.length, hit + after)
  return `${start > 0 ? '…' : ''}${line.slice(start, end).toWellFormed().trim()}${end < line.length ? '…' : ''}`
}

/** The next beginning of a word from `from` on, but not past `limit`. */
function toWordStart(line: string, from: number, limit: number): number {
  const space = line.indexOf(' ', from)
  return space >= 0 && space < limit ? space + 1 : from
}
