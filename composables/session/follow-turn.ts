import type { UIMessageChunk } from 'ai'
import { RequestFailure } from '#layers/northlight/shared/host/chat-client.ts'
import { turnHeader } from '#layers/northlight/shared/messages/turn-header.ts'
import { spreadDelay } from '#layers/northlight/shared/host/spread-delay.ts'
import { readEventStream } from './read-event-stream.ts'
import type { StreamSlot } from './stream-slot.ts'

/** An open stream of a turn, and the right to read it. */
export interface TurnConnection {
  response: Response
  slot: StreamSlot
}

export interface FollowTurnOptions {
  /** The stream that the turn began on. */
  first: TurnConnection
  /** Opens the stream again after event `after`; undefined when no turn runs any more. */
  reopen(after: number): Promise<TurnConnection | undefined>
  signal?: AbortSignal
  /** The turn settled while we were away: what is stored is the truth now. */
  onSettledElsewhere(): Promise<void>
}

/** Answers that will not be others a moment later. */
const refusals = new Set([401, 403, 404])

/** The longest waits between two tries to come back, in milliseconds; after the last the failure is shown. */
const retryDelaysMs = [250, 500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]

/**
 * A turn's chunks as one unbroken stream: when the connection breaks, it is opened again after the last event
 * that was read, so nothing comes twice and nothing already shown is taken back. So it is when another tab wants the
 * slot: this one gives way and comes back.
 */
export function followTurn(options: FollowTurnOptions): ReadableStream<UIMessageChunk> {
  const chunks = readChunks(options)
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await chunks.return(undefined)
    },
  })
}

async function* readChunks({ first, reopen, signal, onSettledElsewhere }: FollowTurnOptions): AsyncGenerator<UIMessageChunk, void, undefined> {
  const turn = first.response.headers.get(turnHeader)
  let after = 0
  let tries = 0
  let connection: TurnConnection | undefined = first
  for (;;) {
    let hasGivenWay = false
    try {
      connection ??= await reopen(after)
      if (!connection?.response.body || connection.response.headers.get(turnHeader) !== turn) return await onSettledElsewhere()
      for await (const { seq, chunk } of readEventStream(connection.response.body, connection.slot.wanted)) {
        if (!chunk) return
        tries = 0
        after = seq ?? after
        yield chunk
      }
      hasGivenWay = connection.slot.wanted.aborted
    }
    catch (error) {
      if (signal?.aborted) return
      if (tries >= retryDelaysMs.length || isFinal(error)) throw error
    }
    finally {
      close(connection)
    }
    connection = undefined
    if (!hasGivenWay) await pause(spreadDelay(retryDelaysMs[tries++] ?? 0))
  }
}

/** Whoever may not read it now may not a second later. */
function isFinal(error: unknown): boolean {
  return error instanceof RequestFailure && refusals.has(error.status)
}

/** A body that is being read is closed by its reader. */
function close(connection: TurnConnection | undefined): void {
  if (connection?.response.body?.locked === false) void connection.response.body.cancel().catch(() => {})
  connection?.slot.release()
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
