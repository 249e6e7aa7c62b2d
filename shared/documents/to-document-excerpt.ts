const mostLines = 3
const mostCharacters = 600

/** The first lines with something to read, without Markdown's marks, as one short text. */
export function toDocumentExcerpt(text: string): string {
  return text.slice(0, mostCharacters).split('\n').map(toPlainLine).filter((line) => /[\p{L}\p{N}]/u.test(line)).slice(0, mostLines).join(' · ')
}

function toPlainLine(line: string): string {
  return line
    .replace(/^\s*(?:#{1,6}\s+|>\s*|[-*+]\s+|\d+[.)]\s+)+/, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`~|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
