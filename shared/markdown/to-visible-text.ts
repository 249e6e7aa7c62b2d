import type { Token } from 'markdown-it'
import { markdownParser } from './markdown-parser.ts'

/** What a reader sees of a Markdown text, without marks and addresses; each block on a line of its own. */
export function toVisibleText(markdown: string): string {
  return markdownParser.parse(markdown, {}).flatMap(toLines).join('\n')
}

function toLines({ type, content, children }: Token): string[] {
  if (type === 'inline') return [(children ?? []).map(toInlineText).join('')]
  return content === '' ? [] : [content]
}

function toInlineText({ type, content }: Token): string {
  return type === 'softbreak' || type === 'hardbreak' ? '\n' : content
}
