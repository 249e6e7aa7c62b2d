import { readUIMessageStream } from 'ai'
import { compactChunks } from '#layers/northlight/shared/messages/compact-chunks.ts'
import type { TurnEvent } from '#layers/northlight/shared/messages/compact-chunks.ts'
import { storedMessageSchema } from '#layers/northlight/shared/messages/stored-message.ts'
import { toCheckingSchema } from '#layers/northlight/server/utils/to-checking-schema.ts'
import type { StoredMessage } from '#layers/northlight/shared/messages/stored-message.ts'

const messageSchema = toCheckingSchema(storedMessageSchema)

/**
 * Folds turn events into their message by the SDK's own reducer, the one that a reader's browser uses,
 * so that what is stored is what was shown. Compacted first: the reducer copies the message at every chunk.
 */
export async function foldChunks(id: string, events: readonly TurnEvent[]): Promise<StoredMessage> {
  const stream = new ReadableStream({
    start(controller) {
      for (const event of compactChunks(events)) controller.enqueue(event.chunk)
      controller.close()
    },
  })
  let message: unknown = { id, role: 'assistant', parts: [] }
  for await (const next of readUIMessageStream({ message: { id, role: 'assistant', parts: [] }, stream, onError: () => {} })) message = next
  return messageSchema.parse(dropUndefined(message))
}

/** As it will stand in the database, where an undefined field is no field. */
function dropUndefined(message: unknown): unknown {
  return JSON.parse(JSON.stringify(message))
}
