import type { UIMessageChunk } from 'ai'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { z } from 'zod/mini'

export interface WireEvent {
  /** The event's number in its turn; undefined at the stream's own end. */
  seq?: number
  /** Undefined: the turn has ended. */
  chunk?: UIMessageChunk
}

/** What a chunk holds beyond its type is the SDK's reducer's to judge. */
const chunkSchema = z.looseObject({ type: z.string() })

const endOfTurn = '[DONE]'

/** The events of a turn's stream, in order. Throws when the connection breaks. */
export async function* readEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<WireEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).pipeThrough(new EventSourceParserStream()).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      if (value.data === endOfTurn) yield {}
      else yield { seq: Number(value.id), chunk: toChunk(value.data) }
    }
  }
  finally {
    void reader.cancel().catch(() => {})
  }
}

function toChunk(data: string): UIMessageChunk {
  return chunkSchema.parse(JSON.parse(data)) as UIMessageChunk
}
