import type { UIMessageChunk } from 'ai'
import { EventSourceParserStream } from 'eventsource-parser/stream'

export interface WireEvent {
  /** The event's number in its turn; undefined at the stream's own end. */
  seq?: number
  /** Undefined: the turn has ended. */
  chunk?: UIMessageChunk
}

const endOfTurn = '[DONE]'

/** The events of a turn's stream, in order. Throws when the connection breaks. */
export async function* readEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<WireEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).pipeThrough(new EventSourceParserStream()).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      if (value.data === endOfTurn) yield {}
      else yield { seq: Number(value.id), chunk: JSON.parse(value.data) as UIMessageChunk }
    }
  }
  finally {
    void reader.cancel().catch(() => {})
  }
}
