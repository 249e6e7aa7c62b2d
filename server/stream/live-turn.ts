import type { UIMessageChunk } from 'ai'
import type { TurnEvent } from '#layers/northlight/shared/messages/compact-chunks.ts'

/** A turn that runs in this process: what it has streamed so far, and who waits for more. */
export interface LiveTurn {
  readonly turnId: string
  readonly chatId: string
  readonly messageId: string
  readonly events: readonly TurnEvent[]
  readonly signal: AbortSignal
  readonly hasEnded: boolean
  /** Resolves when the turn is settled in the database and its stream has ended, or when it was refused and never began. */
  readonly ended: Promise<void>
  append(chunk: UIMessageChunk): TurnEvent
  /** Stops the work: the model and its tools see the signal at once. */
  abort(): void
  end(): void
  /** Calls back at each append and at the end, until the returned function is called. */
  subscribe(onChange: () => void): () => void
}

export function createLiveTurn(ids: { turnId: string, chatId: string, messageId: string }): LiveTurn {
  const events: TurnEvent[] = []
  const listeners = new Set<() => void>()
  const controller = new AbortController()
  const ended = Promise.withResolvers<void>()
  let hasEnded = false
  const notify = () => {
    for (const listener of listeners) listener()
  }
  return {
    ...ids,
    events,
    signal: controller.signal,
    get hasEnded() {
      return hasEnded
    },
    ended: ended.promise,
    append(chunk) {
      const event = { seq: events.length + 1, chunk }
      events.push(event)
      notify()
      return event
    },
    abort() {
      controller.abort()
    },
    end() {
      hasEnded = true
      notify()
      ended.resolve()
    },
    subscribe(onChange) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
  }
}
