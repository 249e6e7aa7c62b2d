import { classifyParts } from '#layers/northlight/shared/surfacing/classify-parts.ts'
import type { PartClass } from '#layers/northlight/shared/surfacing/classify-parts.ts'
import type { StoredMessage } from './stored-message.ts'

/** What a message is without the work: what is said and shown, and what was recorded on the side, for writes are never silent. */
const kept: ReadonlySet<PartClass> = new Set<PartClass>(['answer', 'provisional', 'user-facing', 'source', 'housekeeping-tool', 'housekeeping-note'])

/** The message with the parts that "Answer only" shows, each as it is. The rule knows no level (`surfacing.md`, "The law"). */
export function removeWork<Message extends Pick<StoredMessage, 'id' | 'role' | 'parts'>>(message: Message): Message {
  const classes = classifyParts(message, { running: false })
  return { ...message, parts: message.parts.filter((_part, index) => kept.has(classes[index] ?? 'transparent')) }
}
