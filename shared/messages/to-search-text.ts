import { classifyParts } from '#layers/northlight/shared/surfacing/classify-parts.ts'
import { readFields } from '#layers/northlight/shared/surfacing/read-fields.ts'
import type { StoredMessage } from './stored-message.ts'

/** All that was said in a message, as one text: its texts, what its documents, drafts and questions say, and the names of its files. */
export function toSearchText(message: StoredMessage): string {
  const classes = classifyParts(message, { running: false })
  return message.parts.flatMap((part, index) => {
    if (part.type === 'text') return readTexts([part.text])
    if (part.type === 'file') return readTexts([part.filename])
    return classes[index] === 'user-facing' ? readTexts(Object.values(readFields(part.input)).flat()) : []
  }).join('\n')
}

function readTexts(values: unknown[]): string[] {
  return values.filter((value) => typeof value === 'string')
}
