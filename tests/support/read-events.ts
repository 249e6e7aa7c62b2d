import type { ChatEvent } from '#layers/northlight/shared/events/chat-event.ts'
import type { TestServer } from './start-test-server.ts'

export interface EventsReader {
  /** All but the greeting, in the order in which they came. */
  readonly events: ChatEvent[]
  /** Reads on until an event of this type has come, and gives it; throws when the stream ends before. */
  until<Type extends ChatEvent['type']>(type: Type): Promise<Extract<ChatEvent, { type: Type }>>
  /** Reads to the end of the stream. */
  toEnd(): Promise<void>
  close(): Promise<void>
}

/** Reads `GET /api/events`; resolves once the server has greeted. */
export async function readEvents(server: Pick<TestServer, 'fetch'>): Promise<EventsReader> {
  const response = await server.fetch('/api/events')
  if (!response.body) throw new Error(`There is no stream to read: ${response.status}.`)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  const events: ChatEvent[] = []
  let rest = ''
  let hasGreeted = false
  let scanned = 0
  async function readMore(): Promise<boolean> {
    const { value, done } = await reader.read()
    if (done) return false
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines.filter((candidate) => candidate.startsWith('data: '))) {
      const event = JSON.parse(line.slice('data: '.length)) as ChatEvent | { type: 'hello' }
      if (event.type === 'hello') hasGreeted = true
      else events.push(event)
    }
    return true
  }
  while (!hasGreeted && await readMore());
  return {
    events,
    async until(type) {
      for (;;) {
        while (scanned < events.length) {
          const event = events[scanned++]
          if (event?.type === type) return event as Extract<ChatEvent, { type: typeof type }>
        }
        if (!await readMore()) throw new Error(`The stream ended before ${type} came.`)
      }
    },
    async toEnd() {
      while (await readMore());
    },
    close: () => reader.cancel(),
  }
}
