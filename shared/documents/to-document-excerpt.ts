const mostLines = 3
const mostCharacters = 600

/** The first sentences with something to read, as one short plain text: headings repeat the title, and tables need their columns. */
export function toDocumentExcerpt(text: string): string {
  return text.slice(0, mostCharacters).split('\n').filter((line) => !/^\s*[#|]/.test(line)).map(toPlainLine).filter((line) => /[\p{L}\p{N}]/u.test(line)).slice(0, mostLines).join(' ')
}

function toPlainLine(line: string): string {
  return line
    .replace(/^\s*(?:>\s*|[-*+]\s+|\d+[.)]\s+)+/, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*`~]+|__+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
