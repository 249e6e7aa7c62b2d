import type { UIMessageChunk } from 'ai'
import type { SecretMasker } from '#layers/northlight/server/secrets/create-secret-masker.ts'
import type { StreamMasker } from '#layers/northlight/server/secrets/create-stream-masker.ts'

type DeltaChunk = Extract<UIMessageChunk, { type: 'text-delta' | 'reasoning-delta' | 'tool-input-delta' }>

interface OpenPart {
  stream: StreamMasker
  /** The part's last piece, whose form the held back rest takes. */
  last: DeltaChunk
}

/** After these a part has no more pieces. */
const partEnds = new Set<UIMessageChunk['type']>(['text-end', 'reasoning-end', 'tool-input-available', 'tool-input-error'])

/**
 * Keeps this server's secrets out of a turn's chunks as they come, before anybody reads or stores them: in texts and
 * calls that come in pieces, a possible beginning of one is held back until the next piece or the part's end.
 */
export function createChunkMasker(secrets: SecretMasker, emit: (chunk: UIMessageChunk) => void): (chunk: UIMessageChunk) => void {
  const open = new Map<string, OpenPart>()

  function release(key: string) {
    const part = open.get(key)
    const rest = part?.stream.end()
    open.delete(key)
    if (part && rest) emit(withPiece(part.last, rest))
  }

  function pushPiece(chunk: DeltaChunk) {
    const key = toPartKey(chunk)
    const stream = open.get(key)?.stream ?? secrets.startStream()
    if (!stream) return emit(chunk)
    open.set(key, { stream, last: chunk })
    const said = stream.push(chunk.type === 'tool-input-delta' ? chunk.inputTextDelta : chunk.delta)
    if (said) emit(withPiece(chunk, said))
  }

  return (chunk) => {
    if (chunk.type === 'text-delta' || chunk.type === 'reasoning-delta' || chunk.type === 'tool-input-delta') return pushPiece(chunk)
    if (partEnds.has(chunk.type)) release(toPartKey(chunk))
    // A turn that was stopped leaves its last part without an end of its own.
    if (chunk.type === 'finish') for (const key of [...open.keys()]) release(key)
    emit(secrets.maskContent(chunk))
  }
}

/** A text, its model's reasoning and a call may have the same id. */
function toPartKey(chunk: UIMessageChunk): string {
  const kind = chunk.type.replace(/-(?:delta|end|available|error)$/, '')
  return `${kind} ${'toolCallId' in chunk ? chunk.toolCallId : 'id' in chunk ? chunk.id : ''}`
}

function withPiece(chunk: DeltaChunk, piece: string): DeltaChunk {
  return chunk.type === 'tool-input-delta' ? { ...chunk, inputTextDelta: piece } : { ...chunk, delta: piece }
}
