import MarkdownIt from 'markdown-it'
import type { Token } from 'markdown-it'

const headingsAbove = 2
const deepestHeading = 6
const mostPasses = 4
/** Of a text in UTF-16 units: a longer one takes seconds to parse. */
const longestParsed = 200_000

/** With raw HTML on, as other readers of Markdown have it: what it finds here must not reach them. */
const openParser = new MarkdownIt({ html: true })

/** Starts a tag, a comment or an instruction; an address in pointed brackets is none. */
const tagStart = /<(?=[A-Za-z/!?])(?![A-Za-z][A-Za-z0-9+.-]{1,31}:)/g

/**
 * Somebody's Markdown as a part of a larger document: its headings stand below the document's two levels, its raw HTML
 * is text, and a fence that was left open ends with it. All else is as it was written. A text of more than 200,000
 * characters is a block of code.
 */
export function encloseMarkdown(text: string): string {
  if (text.length > longestParsed) return toCodeBlock(text)
  const { text: safe, tokens } = escapeHtml(text.replaceAll(/\r\n?/g, '\n'))
  const lines = safe.split('\n')
  for (const token of tokens.toReversed()) {
    if (token.type === 'heading_open' && token.level === 0) lowerHeading(lines, token)
  }
  const last = tokens.at(-1)
  return last?.type === 'fence' && isOpen(last, safe.split('\n')) ? `${lines.join('\n')}\n${last.markup}` : lines.join('\n')
}

/** A text as a block of code, with a fence longer than any in it. */
export function toCodeBlock(text: string, language = ''): string {
  let longest = 2
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

/** A text on one line of Markdown, none of its characters a mark. */
export function toPlainLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().replaceAll(/[\\`*_[\]<>#|~&]/g, '\\$&').replace(/^([-+=]|\d+(?=[.)]))/, '\\$1')
}

/** Escaping may turn a block of HTML into other blocks, so it is looked at again; what never settles is escaped whole. */
function escapeHtml(text: string): { text: string, tokens: Token[] } {
  let escaped = text
  for (let pass = 0; pass < mostPasses; pass++) {
    const tokens = openParser.parse(escaped, {})
    if (!tokens.some(hasHtml)) return { text: escaped, tokens }
    const code = tokens.filter(({ type, map }) => (type === 'fence' || type === 'code_block') && map)
    escaped = escaped.split('\n')
      .map((line, index) => code.some(({ map }) => map && map[0] <= index && index < map[1]) ? line : line.replaceAll(tagStart, '&lt;'))
      .join('\n')
  }
  escaped = escaped.replaceAll(tagStart, '&lt;')
  return { text: escaped, tokens: openParser.parse(escaped, {}) }
}

function hasHtml({ type, children }: Token): boolean {
  return type === 'html_block' || (children ?? []).some((child) => child.type === 'html_inline')
}

function lowerHeading(lines: string[], { map, markup, tag }: Token): void {
  const [start, end] = map ?? [0, 0]
  const marks = '#'.repeat(Math.min(Number(tag.slice(1)) + headingsAbove, deepestHeading))
  const isUnderlined = markup === '=' || markup === '-'
  const words = isUnderlined ? lines.slice(start, end - 1).map((line) => line.trim()).join(' ') : (lines[start] ?? '').replace(/^ {0,3}#+/, '').trimStart()
  lines.splice(start, end - start, `${marks} ${words}`)
}

function isOpen({ map, markup }: Token, lines: readonly string[]): boolean {
  const [start, end] = map ?? [0, 0]
  const lastLine = (lines[end - 1] ?? '').trim()
  return end - 1 <= start || !lastLine.startsWith(markup) || lastLine.replaceAll(markup.charAt(0), '') !== ''
}
