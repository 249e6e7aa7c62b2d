import type { ServerResponse } from 'node:http'
import type { UIMessageChunk } from 'ai'
import { compactChunks } from '#layers/northlight/shared/messages/compact-chunks.ts'
import type { TurnEvent } from '#layers/northlight/shared/messages/compact-chunks.ts'
import { turnHeader } from '#layers/northlight/shared/messages/turn-header.ts'
import { createWakeUp } from './create-wake-up.ts'
import type { WakeUp } from './create-wake-up.ts'
import type { LiveTurn } from './live-turn.ts'

/** Proxies and phones close a connection that is silent for longer. In milliseconds. */
const defaultHeartbeatMs = 15_000
/** What is written to one reader at once, at most one event more: it waits in memory until the reader takes it. In UTF-16 units. */
const longestWindow = 64 * 1024

/** A reader that takes nothing for more heartbeats than these is cut off; its client comes back by itself. */
const mostMissedHeartbeats = 4

const streamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  'x-vercel-ai-ui-message-stream': 'v1',
}

/**
 * Writes a turn's events after number `after` to one reader, then follows it to its end. Resolves when the turn
 * or the reader is gone. A slow reader is waited for and costs a cursor only: what gathers meanwhile in the turn
 * itself reaches it compacted. One that takes nothing at all is cut off after some heartbeats. A whole stream ends with
 * `[DONE]`. Each event's `id:` is its number, to come back with.
 */
export async function streamTurn(response: ServerResponse, turn: LiveTurn, after: number, heartbeatMs = defaultHeartbeatMs): Promise<void> {
  response.writeHead(200, { ...streamHeaders, [turnHeader]: turn.turnId })
  response.flushHeaders()
  const wake = createWakeUp()
  const unsubscribe = turn.subscribe(wake.notify)
  const { beat, noteTaken } = createHeartbeat(response)
  const heartbeat = setInterval(beat, heartbeatMs)
  const onGone = () => wake.notify()
  const onDrain = () => {
    noteTaken()
    wake.notify()
  }
  response.on('close', onGone)
  response.on('drain', onDrain)
  try {
    const cursor = await writeEvents(response, turn, after, wake)
    if (!response.destroyed) response.end(isWhole(turn, after, cursor) ? 'data: [DONE]\n\n' : undefined)
  }
  finally {
    clearInterval(heartbeat)
    unsubscribe()
    response.off('close', onGone)
    response.off('drain', onDrain)
  }
}

/** A stream that ends without its mark sends the reader back: to what is stored, when it asks again. */
function isWhole({ ending, events }: LiveTurn, after: number, cursor: number): boolean {
  if (ending === 'broken' || cursor > events.length) return false
  // The last number that this reader has seen may have been another event's.
  return ending !== 'taken-over' || cursor > after || after === 0
}

function createHeartbeat(response: ServerResponse) {
  let missed = 0
  let untaken = 0
  return {
    beat() {
      if (!response.writableNeedDrain) {
        missed = 0
        response.write(': still here\n\n')
        return
      }
      missed = response.writableLength === untaken ? missed + 1 : 1
      untaken = response.writableLength
      if (missed > mostMissedHeartbeats) response.destroy()
    },
    /** By the next beat as much may wait as at the last one, and yet be other bytes. */
    noteTaken() {
      untaken = 0
    },
  }
}

async function writeEvents(response: ServerResponse, turn: LiveTurn, after: number, wake: WakeUp): Promise<number> {
  let cursor = after
  while (!response.destroyed) {
    if (response.writableNeedDrain) {
      await wake.next()
      continue
    }
    // Read before the events: what is appended from here on wakes us again.
    const { ending } = turn
    if (ending === 'broken') return cursor
    const events = takeWindow(turn.events, cursor)
    for (const event of compactChunks(events)) response.write(toWire(event))
    cursor = events.at(-1)?.seq ?? cursor
    if (cursor < turn.events.length) continue
    if (ending) return cursor
    await wake.next()
  }
  return cursor
}

/** The next events after `cursor`, up to the size of a window. */
function takeWindow(events: readonly TurnEvent[], cursor: number): TurnEvent[] {
  const window: TurnEvent[] = []
  for (let index = cursor, size = 0; index < events.length && size < longestWindow; index++) {
    const event = events[index]
    if (event) window.push(event)
    size += event ? toSize(event.chunk) : 0
  }
  return window
}

/** About what a chunk takes on the wire, without writing it twice: what has no text of its own may be of any size. */
function toSize(chunk: UIMessageChunk): number {
  if (chunk.type === 'text-delta' || chunk.type === 'reasoning-delta') return chunk.delta.length
  if (chunk.type === 'tool-input-delta') return chunk.inputTextDelta.length
  return chunk.type === 'tool-output-available' ? longestWindow : 0
}

function toWire({ seq, chunk }: TurnEvent): string {
  return `id: ${seq}\ndata: ${JSON.stringify(chunk)}\n\n`
}
