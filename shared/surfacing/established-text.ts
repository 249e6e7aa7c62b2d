/** The length from which on a text is too long to be a note (`surfacing.md`, "Words", established text). */
const longestNote = 280

/**
 * Block Markdown, line by line. A form that more text on its line could undo counts only once the line has ended, so
 * that a text that is established stays so while it grows.
 */
const blockMarkdown: readonly RegExp[] = [
  /^ {0,3}#{1,6}[ \t]+\S/m,
  /^ {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]+\S/m,
  /^ {0,3}>/m,
  /^ {0,3}(?:`{3,}[^`\n]*|~{3,}.*)\n/m,
  /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})\n/m,
  /\S[^\n]*\n {0,3}(?:=+|-+)[ \t]*\n/,
  /\|[^\n]*\n {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*\n/,
]

const secondParagraph = /\n[ \t]*\n\s*\S/

/**
 * Whether a text is established: over 280 characters, or with a second paragraph, or with block Markdown
 * (`surfacing.md`, "Words"). Once true of a text, it is true of every text that starts with it.
 */
export function isEstablishedText(text: string): boolean {
  const trimmed = text.trim()
  if (trimmed.length > longestNote) return true
  const ended = /[\r\n]/.test(text.slice(text.trimEnd().length))
  const lines = `${trimmed}${ended ? '\n' : ''}`.replace(/\r\n?/g, '\n')
  return secondParagraph.test(lines) || blockMarkdown.some((form) => form.test(lines))
}
