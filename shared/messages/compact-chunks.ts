import type { UIMessageChunk } from 'ai'

/** One turn event: a wire chunk and its number in the turn, counted from 1. */
export interface TurnEvent {
  seq: number
  chunk: UIMessageChunk
}

/**
 * Joins neighbouring deltas of the same part into one, which carries the last one's number:
 * what a reader who is behind needs to see, in as few events as possible.
 */
export function compactChunks(events: readonly TurnEvent[]): TurnEvent[] {
  const compacted: TurnEvent[] = []
  let run: { event: TurnEvent, texts: string[] } | undefined
  for (const event of events) {
    const joined = run && readDelta(event.chunk, run.event.chunk)
    if (run && joined !== undefined) {
      run.texts.push(joined)
      run.event = { seq: event.seq, chunk: run.event.chunk }
      continue
    }
    if (run) compacted.push(closeRun(run))
    const first = readDelta(event.chunk, event.chunk)
    run = first === undefined ? undefined : { event, texts: [first] }
    if (!run) compacted.push(event)
  }
  if (run) compacted.push(closeRun(run))
  return compacted
}

/** The text that `chunk` adds, when it is a plain delta of the part that `of` is a delta of. */
function readDelta(chunk: UIMessageChunk, of: UIMessageChunk): string | undefined {
  if (chunk.type === 'tool-input-delta') {
    return of.type === chunk.type && of.toolCallId === chunk.toolCallId ? chunk.inputTextDelta : undefined
  }
  if (chunk.type !== 'text-delta' && chunk.type !== 'reasoning-delta') return undefined
  if (chunk.providerMetadata !== undefined) return undefined
  return of.type === chunk.type && of.id === chunk.id ? chunk.delta : undefined
}

function closeRun({ event, texts }: { event: TurnEvent, texts: string[] }): TurnEvent {
  const text = texts.join('')
  const { chunk } = event
  return { seq: event.seq, chunk: chunk.type === 'tool-input-delta' ? { ...chunk, inputTextDelta: text } : { ...chunk, delta: text } as UIMessageChunk }
}
