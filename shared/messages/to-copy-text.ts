import { classifyParts } from '#layers/northlight/shared/surfacing/classify-parts.ts'
import type { StoredMessage } from './stored-message.ts'
import { toMessageMarkdown } from './to-message-markdown.ts'

/** What copying a message takes: its answer as it was written, or with the work all of it, as the export writes it. */
export function toCopyText(message: Pick<StoredMessage, 'id' | 'role' | 'parts'>, withWork: boolean): string {
  if (withWork) return toMessageMarkdown(message).join('\n\n')
  const classes = classifyParts(message, { running: false })
  return message.parts
    .flatMap((part, index) => classes[index] === 'answer' ? [String(part.text)] : [])
    .filter((text) => text.trim() !== '')
    .join('\n\n')
}
