const containers = String.raw`[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*`
/** A last line that is nothing but what a list item, heading, quote, row, rule, fence or setext underline may start with. */
const blockMark = new RegExp(String.raw`^${containers}(?:[-*+=_~#]+|\x60{1,2}|\d{1,3}[.)]?|[\x60~]{3,}[^\x60\n]*|\[[ xX]?\]?|\|)?[ \t]*$`)
/** The end of a text that may be the beginning of a mark: of emphasis, a citation, a link in brackets, an entity. */
const inlineMark = /(?:[*~]{1,3}|(?<=^|\s)_{1,3}|(?:!?\[\^?\d*\]?){1,8}|(?<=\])\[[^\]\n]*|【(?:\d[^】\n]{0,40})?|<[a-z][^\s<>]*|&#?\w{0,10}|(?<!\\)\\)$/i
/** A whole text in brackets, which an address may follow: until then it stands without them, as when the address is there. */
const linkText = /(?<!\])!?\[([^[\]\n]*)\]$/
/** In UTF-16 units: a longer line is more than a mark. */
const longestMark = 200
const closingFence = /^[ \t>]*[`~]+$/
const delimiterRow = /^[ \t]*\|?[ \t:|-]*$/

/**
 * A growing text without the half-written marks at its end, so that none is read as what it is not: "-" as an
 * underline, "2." as a number, "| a" as words. What is held back comes with the characters that follow.
 */
export function holdBackMarks(block: string): string {
  const lastLine = block.lastIndexOf('\n') + 1
  const isMark = block.length - lastLine <= longestMark && blockMark.test(block.slice(lastLine))
  const shown = isMark ? block.slice(0, lastLine) : block.slice(0, lastLine) + block.slice(lastLine).replace(inlineMark, '').replace(linkText, '$1')
  return holdBackTable(shown.trimEnd())
}

/** Code of a fence that stands open, without the fence that may be closing it. */
export function holdBackFence(block: string): string {
  const lastLine = block.lastIndexOf('\n') + 1
  return closingFence.test(block.slice(lastLine)) ? block.slice(0, lastLine) : block
}

/** A table is one once its second line has as many columns as its first; until then both wait. */
function holdBackTable(block: string): string {
  const lines = block.split('\n')
  const first = lines.findLastIndex((line) => !line.trimStart().startsWith('|')) + 1
  const [head, delimiters, ...rows] = lines.slice(first)
  const isComplete = head === undefined || rows.length > 0
    || (delimiters !== undefined && (!delimiterRow.test(delimiters) || countCells(delimiters) === countCells(head)))
  return isComplete ? block : lines.slice(0, first).join('\n')
}

function countCells(row: string): number {
  return row.trim().replace(/^\|/, '').replace(/(?<!\\)\|$/, '').split(/(?<!\\)\|/).length
}
