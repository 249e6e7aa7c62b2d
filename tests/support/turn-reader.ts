import type { UIMessageChunk } from 'ai'
import { createChatClient } from '#layers/northlight/shared/host/chat-client.ts'
import { loadMessages } from '#layers/northlight/composables/session/load-messages.ts'
import { TurnTransport } from '#layers/northlight/composables/session/turn-transport.ts'
import type { StoredMessage } from '#layers/northlight/shared/messages/stored-message.ts'
import { foldChunks } from '#layers/northlight/server/stream/fold-chunks.ts'

/** What one reader saw of a turn, from its beginning to its end. */
export interface TurnReading {
  readonly chunks: UIMessageChunk[]
  /** When each chunk was read, by `performance.now()`. */
  readonly readAt: number[]
  /** The answer as it stands in this reader's browser at the end. */
  final: StoredMessage | undefined
  /** It ended while the reader was away, and what is stored was read in its place. */
  wasSettledElsewhere: boolean
  /** Why it gave up; one that never got through to the server has read nothing. */
  failure?: unknown
}

export interface TurnReader {
  readonly reading: TurnReading
  /** Resolves when the turn is over for this reader, or when it has given up. */
  readonly ended: Promise<TurnReading>
}

/** Readers of one test process are so many browsers: they share no few connections. */
export function readAsManyBrowsers(): void {
  Object.defineProperty(globalThis.navigator, 'locks', { value: undefined, configurable: true })
}

/** Follows a chat's running turn by the app's own transport, which comes back by itself. */
export function followChat(url: string, chatId: string, fetchOf: typeof fetch = fetch): TurnReader {
  const client = createChatClient({ apiUrl: url }, fetchOf)
  const reading: TurnReading = { chunks: [], readAt: [], final: undefined, wasSettledElsewhere: false }
  const transport = new TurnTransport(client, {
    onTaken: () => {},
    async onSettledElsewhere() {
      reading.wasSettledElsewhere = true
      reading.final = (await loadMessages(client, chatId)).messages.at(-1) as StoredMessage | undefined
    },
  })
  const read = async () => {
    for await (const chunk of await transport.reconnectToStream({ chatId }) ?? []) {
      reading.chunks.push(chunk)
      reading.readAt.push(performance.now())
    }
    reading.final ??= await foldRead(reading.chunks)
  }
  const ended = read().catch((error: unknown) => {
    reading.failure = error
  }).then(() => reading)
  return { reading, ended }
}

/** What these chunks make of an answer. */
export function foldRead(chunks: readonly UIMessageChunk[]): Promise<StoredMessage> {
  const start = chunks.find((chunk) => chunk.type === 'start')
  return foldChunks(start?.type === 'start' ? start.messageId ?? '' : '', chunks.map((chunk, index) => ({ seq: index + 1, chunk })))
}

/** All that is said and thought in a message, in its order. */
export function toSaid(message: StoredMessage | undefined): string {
  return (message?.parts ?? []).map((part) => part.type === 'text' || part.type === 'reasoning' ? String(part.text) : '').join('')
}
