import type { UIMessageChunk } from 'ai'
import type { TurnEvent } from '#layers/northlight/shared/messages/compact-chunks.ts'

/**
 * How a turn's stream ended: `whole`; `taken-over`, as far as it was stored, so that a reader who has seen more has
 * seen what is nowhere; or `broken`: what is stored is the truth, and readers are sent back to it.
 */
export type StreamEnding = 'whole' | 'taken-over' | 'broken'

/** A turn as its readers on this server see it: what it has streamed so far, and who waits for more. */
export interface LiveTurn {
  readonly turnId: string
  readonly chatId: string
  readonly messageId: string
  readonly events: readonly TurnEvent[]
  readonly signal: AbortSignal
  /** Somebody else has the turn: nothing more of this one may be stored or shown. */
  readonly isLost: boolean
  /** Undefined: it has not ended. */
  readonly ending: StreamEnding | undefined
  /** Resolves when the turn is settled in the database and its stream has ended, or when it was refused and never began. */
  readonly ended: Promise<void>
  append(chunk: UIMessageChunk): TurnEvent
  /** Stops the work: the model and its tools see the signal at once. */
  abort(): void
  /** Stops the work, because the turn is somebody else's by now. */
  lose(): void
  end(ending?: StreamEnding): void
  /** Calls back at each append and at the end, until the returned function is called. */
  subscribe(onChange: () => void): () => void
}

/** `onLeft` is called when the last of those who listened does no more. */
export function createLiveTurn(ids: { turnId: string, chatId: string, messageId: string }, onLeft?: () => void): LiveTurn {
  const events: TurnEvent[] = []
  const listeners = new Set<() => void>()
  const controller = new AbortController()
  const ended = Promise.withResolvers<void>()
  let isLost = false
  let ending: StreamEnding | undefined
  const notify = () => {
    for (const listener of listeners) listener()
  }
  return {
    ...ids,
    events,
    signal: controller.signal,
    get isLost() {
      return isLost
    },
    get ending() {
      return ending
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
    lose() {
      isLost = true
      controller.abort()
    },
    end(how = 'whole') {
      ending ??= how
      notify()
      ended.resolve()
    },
    subscribe(onChange) {
      listeners.add(onChange)
      return () => {
        if (listeners.delete(onChange) && listeners.size === 0) onLeft?.()
      }
    },
  }
}
