import type { ServerResponse } from 'node:http'
import { compactChunks } from '#layers/northlight/shared/messages/compact-chunks.ts'
import type { TurnEvent } from '#layers/northlight/shared/messages/compact-chunks.ts'
import type { LiveTurn } from './live-turn.ts'

/** Proxies and phones close a connection that is silent for longer. In milliseconds. */
const heartbeatMs = 15_000

const streamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  'x-vercel-ai-ui-message-stream': 'v1',
}

/**
 * Writes a turn's events after number `after` to one reader, then follows it to its end. Resolves when the turn
 * or the reader is gone. A slow reader is waited for and costs a cursor only: what gathers meanwhile in the turn
 * itself reaches it compacted. Each event's `id:` is its number, to come back with.
 */
export async function streamTurn(response: ServerResponse, turn: LiveTurn, after: number): Promise<void> {
  response.writeHead(200, streamHeaders)
  response.flushHeaders()
  const wake = createSignal()
  const unsubscribe = turn.subscribe(wake.notify)
  const heartbeat = setInterval(() => {
    if (!response.writableNeedDrain) response.write(': still here\n\n')
  }, heartbeatMs)
  const onGone = () => wake.notify()
  response.on('close', onGone)
  response.on('drain', onGone)
  try {
    await writeEvents(response, turn, after, wake)
    if (!response.destroyed) response.end('data: [DONE]\n\n')
  }
  finally {
    clearInterval(heartbeat)
    unsubscribe()
    response.off('close', onGone)
    response.off('drain', onGone)
  }
}

async function writeEvents(response: ServerResponse, turn: LiveTurn, after: number, wake: ReturnType<typeof createSignal>) {
  let cursor = after
  while (!response.destroyed) {
    if (response.writableNeedDrain) {
      await wake.next()
      continue
    }
    // Read before the events: what is appended from here on wakes us again.
    const hasEnded = turn.hasEnded
    for (const event of compactChunks(turn.events.slice(cursor))) {
      response.write(toWire(event))
      cursor = event.seq
    }
    if (hasEnded) return
    await wake.next()
  }
}

function toWire({ seq, chunk }: TurnEvent): string {
  return `id: ${seq}\ndata: ${JSON.stringify(chunk)}\n\n`
}

/** A wake-up that is not lost when it comes before somebody waits for it. */
function createSignal() {
  let isPending = false
  let resolveNext: (() => void) | undefined
  return {
    notify() {
      isPending = true
      resolveNext?.()
    },
    async next() {
      if (!isPending) await new Promise<void>((resolve) => resolveNext = resolve)
      isPending = false
      resolveNext = undefined
    },
  }
}
