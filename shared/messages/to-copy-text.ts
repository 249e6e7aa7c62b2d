import { classifyParts } from '#layers/northlight/shared/surfacing/classify-parts.ts'
import type { StoredMessage } from './stored-message.ts'

/** What copying a message takes: its answer, or with the work all that was said, thought and looked up, in order. */
export function toCopyText(message: Pick<StoredMessage, 'id' | 'role' | 'parts'>, withWork: boolean): string {
  const classes = classifyParts(message, { running: false })
  return message.parts
    .flatMap((part, index) => {
      if (part.type === 'text' && (withWork || classes[index] === 'answer')) return [String(part.text)]
      return withWork ? toWorkText(part) : []
    })
    .filter((text) => text.trim() !== '')
    .join('\n\n')
}

function toWorkText(part: StoredMessage['parts'][number]): string[] {
  if (part.type === 'reasoning') return [`> ${String(part.text).replaceAll('\n', '\n> ')}`]
  if (!part.type.startsWith('tool-') && part.type !== 'dynamic-tool') return []
  const name = part.type === 'dynamic-tool' ? String(part.toolName) : part.type.slice('tool-'.length)
  const result = part.state === 'output-error' ? `failed: ${String(part.errorText)}` : JSON.stringify(part.output) ?? ''
  return [`[${name} ${JSON.stringify(part.input) ?? ''}] ${result}`.trim()]
}
