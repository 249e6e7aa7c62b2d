import type { UIMessageChunk } from 'ai'
import { z } from 'zod/mini'
import { readServerSentEvents } from '#layers/northlight/composables/read-server-sent-events.ts'

export interface WireEvent {
  /** The event's number in its turn; undefined at the stream's own end. */
  seq?: number
  /** Undefined: the turn has ended. */
  chunk?: UIMessageChunk
}

/** What a chunk holds beyond its type is the SDK's reducer's to judge. */
const chunkSchema = z.looseObject({ type: z.string() })

const endOfTurn = '[DONE]'

/** The events of a turn's stream, in order, until it ends or `signal` closes it. Throws when the connection breaks. */
export async function* readEventStream(body: ReadableStream<Uint8Array>, signal?: AbortSignal): AsyncGenerator<WireEvent, void, undefined> {
  for await (const { id, data } of readServerSentEvents(body, signal)) {
    if (data === endOfTurn) yield {}
    else yield { seq: Number(id), chunk: toChunk(data) }
  }
}

function toChunk(data: string): UIMessageChunk {
  return chunkSchema.parse(JSON.parse(data)) as UIMessageChunk
}
