import type { Token } from 'markdown-it'
import { continueEnvironment, markdownParser, toPlainParagraph } from './markdown-parser.ts'

const lineEnd = /\r\n|\r|\n/g

/**
 * A text longer than this is no answer but a file that somebody pasted or imported; parsing it whole would hold the
 * page, and every stream of the server that draws it first. In UTF-16 units.
 */
export const longestParsedText = 200_000

/** Finished Markdown as safe HTML: one plain parse; beyond `longestParsedText` as plain text. */
export function renderMarkdown(text: string): string {
  if (text.length > longestParsedText) return toPlainParagraph(text)
  return markdownParser.render(text, continueEnvironment())
}

/**
 * Finished Markdown, parsed whole (so that references resolve), as one HTML string a block of `splitBlocks`;
 * joined they are `renderMarkdown` of the joined text.
 */
export function renderMarkdownBlocks(blocks: readonly string[]): string[] {
  const env = continueEnvironment()
  const groups = toTokenGroups(markdownParser.parse(blocks.join(''), env), toFirstLines(blocks))
  return groups.map((tokens) => markdownParser.renderer.render(tokens, markdownParser.options, env))
}

function toFirstLines(blocks: readonly string[]): number[] {
  let line = 0
  return blocks.map((block) => {
    const first = line
    line += block.match(lineEnd)?.length ?? 0
    return first
  })
}

function toTokenGroups(tokens: readonly Token[], firstLines: readonly number[]): Token[][] {
  const groups: Token[][] = firstLines.map(() => [])
  let group = 0
  for (const token of tokens) {
    const line = token.level === 0 && token.nesting >= 0 ? token.map?.[0] : undefined
    while (line !== undefined && line >= (firstLines[group + 1] ?? Infinity)) {
      group += 1
    }
    groups[group]?.push(token)
  }
  return groups
}
