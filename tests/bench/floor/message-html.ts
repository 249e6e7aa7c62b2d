import type { UIMessage } from 'ai'
import MarkdownIt from 'markdown-it'

const parser = new MarkdownIt()

export const toMarkdownHtml = (text: string) => parser.render(text)

/** A message as plain HTML: its text, and native disclosures. */
export function toMessageHtml({ role, parts }: UIMessage): string {
  const inner = parts.map((part) => role === 'user' ? `<p>${toText(part)}</p>` : toPartHtml(part)).join('')
  return `<article class="${role}">${inner}</article>`
}

/** Markdown as its top-level blocks; joined they are the text. */
export function splitTopLevel(text: string): string[] {
  const lines = text.split('\n')
  const starts = parser.parse(text, {}).filter(({ level, nesting, map }) => level === 0 && nesting >= 0 && map).map(({ map }) => map?.[0] ?? 0)
  if (starts.length === 0) return [text]
  starts[0] = 0
  return starts.map((start, index) => {
    const next = starts[index + 1]
    return lines.slice(start, next).join('\n') + (next === undefined ? '' : '\n')
  })
}

function toPartHtml(part: UIMessage['parts'][number]): string {
  if (part.type === 'text') return toMarkdownHtml(part.text)
  if (part.type === 'reasoning') return toDisclosure('Reasoning', toMarkdownHtml(part.text))
  return 'input' in part && 'output' in part ? toDisclosure('search_law · completed', toJson(part.input) + toJson(part.output)) : ''
}

const toDisclosure = (title: string, inner: string) => `<details><summary>${title}</summary>${inner}</details>`

const toJson = (value: unknown) => `<pre>${parser.utils.escapeHtml(JSON.stringify(value, null, 2))}</pre>`

const toText = (part: UIMessage['parts'][number]) => part.type === 'text' ? parser.utils.escapeHtml(part.text) : ''
