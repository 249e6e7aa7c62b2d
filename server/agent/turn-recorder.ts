import type { UIMessageChunk } from 'ai'
import type { TurnEvent } from '#layers/northlight/shared/messages/compact-chunks.ts'
import type { LiveTurn } from '#layers/northlight/server/stream/live-turn.ts'

/** Text is at most this far behind in the database. In milliseconds. */
const longestDelayMs = 1_000

export interface TurnRecorder {
  /** Shows a chunk to the readers at once, and has it stored soon. */
  emit(chunk: UIMessageChunk): void
  /** Resolves when all that was emitted is stored. */
  flush(): Promise<void>
  /** Writes nothing more: the message that is stored next holds it all. Resolves when no write is under way. */
  close(): Promise<void>
}

/** After these the part is whole, and worth a write of its own. */
const partEnds = new Set(['text-end', 'reasoning-end', 'tool-input-available', 'tool-input-error', 'tool-output-available', 'tool-output-error', 'tool-approval-request'])

/** Keeps a turn's events: for its readers in memory, for a restart in the database, in batches and in order. */
export function createTurnRecorder(live: LiveTurn, store: (events: readonly TurnEvent[]) => Promise<void>): TurnRecorder {
  let pending: TurnEvent[] = []
  let writing: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let failure: { error: unknown } | undefined

  function write() {
    clearTimeout(timer)
    timer = undefined
    if (pending.length === 0) return
    const batch = pending
    pending = []
    writing = writing.then(() => store(batch)).catch((error: unknown) => {
      failure ??= { error }
    })
  }

  return {
    emit(chunk) {
      pending.push(live.append(chunk))
      if (partEnds.has(chunk.type)) write()
      else timer ??= setTimeout(write, longestDelayMs)
    },
    async close() {
      clearTimeout(timer)
      pending = []
      await writing
    },
    async flush() {
      write()
      await writing
      if (failure) throw failure.error
    },
  }
}
