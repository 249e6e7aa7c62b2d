import { toPlainLine } from '#layers/northlight/shared/markdown/enclose-markdown.ts'
import type { ChatBlock } from './block-registry.ts'
import { toBlockOutline } from './to-block-outline.ts'
import type { BlockOutline, OutlineText } from './to-block-outline.ts'

/** A block as blocks of Markdown: its heading, what it says of the whole, its lists, and a table of its rows. */
export function toBlockMarkdown(block: ChatBlock): string[] {
  const { heading, facts, lists, table, rest } = toBlockOutline(block)
  return [
    `**${toPlainLine(heading)}**`,
    ...facts.length === 0 ? [] : [facts.map(({ heading: name, value }) => `- ${toPlainLine(name)}: ${toMarkdown(value)}`).join('\n')],
    ...lists.flatMap(({ heading: name, entries }) => [`${toPlainLine(name)}:`, entries.map((entry) => `- ${entry.map(toMarkdown).join(', ')}`).join('\n')]),
    ...table ? [toTable(table)] : [],
    ...rest === undefined ? [] : [`${rest}.`],
  ]
}

function toTable({ columns, rows }: NonNullable<BlockOutline['table']>): string {
  const lines = [columns.map(toPlainLine), columns.map(() => '---'), ...rows.map((cells) => cells.map(toMarkdown))]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function toMarkdown({ face, text }: OutlineText): string {
  return face === 'link' && text !== '' ? `<${text.replaceAll(/[<>\s|\\]/g, encodeURIComponent)}>` : toPlainLine(text)
}
