import { healMarkdown } from './heal-markdown.ts'
import { continueEnvironment, markdownParser, toPlainParagraph, type MarkdownEnvironment } from './markdown-parser.ts'
import { longestParsedText, renderMarkdownBlocks } from './render-markdown.ts'
import { splitBlocks, type BlockSplit } from './split-blocks.ts'

/** What a view of a growing text keeps from frame to frame. */
export interface StreamingMarkdown {
  split: BlockSplit
  /** One HTML string a block. */
  html: readonly string[]
  /** After each settled block: what it leaves for the next. */
  environments: readonly MarkdownEnvironment[]
}

/** Characters; a longer open block stands as plain text until it settles. */
const longestParsedBlock = 8_000

/** Renders a growing text: settled blocks keep their HTML, only the last block is parsed again. */
export function renderStreamingMarkdown(text: string, previous?: StreamingMarkdown): StreamingMarkdown {
  const split = splitBlocks(text, previous?.split)
  const kept = countKeptBlocks(split, previous)
  const html = previous?.html.slice(0, kept) ?? []
  const environments = previous?.environments.slice(0, kept) ?? []
  split.blocks.slice(kept, -1).forEach((block) => {
    const env = continueEnvironment(environments.at(-1))
    html.push(markdownParser.render(block, env))
    environments.push(env)
  })
  const last = split.blocks.at(-1)
  if (last !== undefined) {
    html.push(renderOpenBlock(last, environments.at(-1)))
  }
  return { split, html, environments }
}

/**
 * Renders the finished text of a view that saw it grow: a whole parse, in the same blocks, so that equal ones stay.
 * Beyond `longestParsedText` the blocks stay as they grew.
 */
export function renderSettledMarkdown(text: string, previous: StreamingMarkdown): readonly string[] {
  if (text.length > longestParsedText) return renderStreamingMarkdown(text, previous).html
  return renderMarkdownBlocks(splitBlocks(text, previous.split).blocks)
}

function countKeptBlocks(split: BlockSplit, previous: StreamingMarkdown | undefined): number {
  const grew = previous !== undefined && split.text.startsWith(previous.split.text)
  return grew ? previous.environments.length : 0
}

function renderOpenBlock(block: string, env: MarkdownEnvironment | undefined): string {
  return block.length > longestParsedBlock
    ? toPlainParagraph(block)
    : markdownParser.render(healMarkdown(block), continueEnvironment(env))
}
