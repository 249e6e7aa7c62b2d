import type { UIMessageChunk } from 'ai'
import type { TurnEvent } from '#layers/northlight/shared/messages/compact-chunks.ts'

/** A turn's stream as a client reads it, event by event. */
export interface EventStreamReader {
  /** All events that were read so far. */
  readonly events: TurnEvent[]
  /** Reads on until an event fits, and gives it; throws when the stream ends before. */
  until(fits: (chunk: UIMessageChunk) => boolean): Promise<TurnEvent>
  /** Reads to the end; true when the stream said that it was whole. */
  toEnd(): Promise<boolean>
  close(): Promise<void>
}

/** Reads a response of `POST /api/chat` or `GET /api/chat/:id/stream`. */
export function readEventStream(response: Response): EventStreamReader {
  if (!response.body) throw new Error(`There is no stream to read: ${response.status}.`)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  const events: TurnEvent[] = []
  let rest = ''
  let isDone = false
  async function readMore(): Promise<TurnEvent[] | undefined> {
    const { value, done } = await reader.read()
    if (done) return undefined
    const blocks = (rest + value).split('\n\n')
    rest = blocks.pop() ?? ''
    isDone ||= blocks.includes('data: [DONE]')
    const read = blocks.flatMap(parseEvent)
    events.push(...read)
    return read
  }
  let scanned = 0
  return {
    events,
    async until(fits) {
      for (;;) {
        while (scanned < events.length) {
          const event = events[scanned++]
          if (event && fits(event.chunk)) return event
        }
        if (!await readMore()) throw new Error('The stream ended before the event came.')
      }
    },
    async toEnd() {
      while (await readMore()) scanned = events.length
      return isDone
    },
    close: () => reader.cancel(),
  }
}

function parseEvent(block: string): TurnEvent[] {
  const [, seq, data] = /^id: (\d+)\ndata: (.*)$/s.exec(block) ?? []
  return data === undefined ? [] : [{ seq: Number(seq), chunk: JSON.parse(data) as UIMessageChunk }]
}

/** Whether a chunk is of this type; for `until`. */
export function isChunk(type: UIMessageChunk['type']) {
  return (chunk: UIMessageChunk) => chunk.type === type
}
