import type { UIMessageChunk } from 'ai'
import type { TurnEvent } from '#layers/northlight/shared/messages/compact-chunks.ts'
import type { LiveTurn } from '#layers/northlight/server/stream/live-turn.ts'

/** Text is at most this far behind in the database. In milliseconds. */
const longestDelayMs = 1_000

export interface TurnRecorder {
  /** Shows a chunk to the readers at once, and has it stored soon. */
  emit(chunk: UIMessageChunk): void
  /** Resolves when all that was emitted is stored; throws what the write threw. */
  flush(): Promise<void>
  /** Writes nothing more. Resolves when no write is under way, with what is not stored: it is to be stored with the end. */
  close(): Promise<TurnEvent[]>
}

/** After these the part is whole, and worth a write of its own. */
const partEnds = new Set(['text-end', 'reasoning-end', 'tool-input-available', 'tool-input-error', 'tool-output-available', 'tool-output-error', 'tool-approval-request'])

/**
 * Keeps a turn's events: for its readers in memory, for a restart in the database, in batches and in order. A batch
 * that could not be stored is written again with the next one, so that there is never a hole.
 */
export function createTurnRecorder(live: LiveTurn, store: (events: readonly TurnEvent[]) => Promise<void>): TurnRecorder {
  let pending: TurnEvent[] = []
  let writing: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let failure: unknown

  async function writePending() {
    const batch = pending
    if (batch.length === 0) return
    pending = []
    try {
      await store(batch)
    }
    catch (error) {
      pending = [...batch, ...pending]
      failure = error
    }
  }

  function write() {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(writePending)
    return writing
  }

  return {
    emit(chunk) {
      pending.push(live.append(chunk))
      if (partEnds.has(chunk.type)) void write()
      else timer ??= setTimeout(write, longestDelayMs)
    },
    async flush() {
      await write()
      if (pending.length > 0) throw failure
    },
    async close() {
      clearTimeout(timer)
      timer = undefined
      await writing
      clearTimeout(timer)
      return pending
    },
  }
}
