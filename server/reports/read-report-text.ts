import { setImmediate } from 'node:timers/promises'
import { TextDecoder } from 'node:util'
import { reportLimits } from '#layers/northlight/shared/reports/report-limits.ts'
import { ReportError } from './report-error.ts'
import { encodingHeadLength, resolveTextEncoding } from './resolve-text-encoding.ts'

export interface ReadReportOptions {
  /** Looked at before each chunk and each slice; its reason is thrown. */
  signal?: AbortSignal
  /** Called with the bytes read so far, once a chunk of the source. */
  onProgress?: (bytesRead: number) => void
}

export interface TextSlice {
  text: string
  /** The line that `text` begins in, one-based. */
  line: number
}

/** Characters handed to a parser at once: well under a millisecond of work. */
const sliceLength = 16_384

/** Bytes decoded at once, however large the source's chunks are. */
const pieceLength = 65_536

/** Milliseconds of work after which timers and other requests get their turn. */
const pauseAfterMs = 5

/**
 * The text of a report in slices that don't depend on how the source was cut into chunks. Slices but the last are
 * `sliceLength` long. Throws `report-too-large` as soon as the limit is passed, `report-encoding`, the signal's
 * reason, or what the source throws.
 */
export async function* readReportText(
  source: AsyncIterable<Uint8Array>,
  { signal, onProgress }: ReadReportOptions = {},
): AsyncGenerator<TextSlice, void, undefined> {
  let pending = ''
  let line = 1
  let resumedAt = performance.now()
  for await (const text of decodeText(readBytes(source, { signal, onProgress }))) {
    pending += text
    while (pending.length >= sliceLength) {
      if (performance.now() - resumedAt > pauseAfterMs) {
        await setImmediate()
        resumedAt = performance.now()
      }
      signal?.throwIfAborted()
      const slice = { text: pending.slice(0, sliceLength), line }
      yield slice
      line += countLineBreaks(slice.text)
      pending = pending.slice(sliceLength)
    }
  }
  if (pending) yield { text: pending, line }
}

async function* readBytes(
  source: AsyncIterable<Uint8Array>,
  { signal, onProgress }: ReadReportOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  let bytesRead = 0
  signal?.throwIfAborted()
  for await (const chunk of source) {
    signal?.throwIfAborted()
    bytesRead += chunk.byteLength
    if (bytesRead > reportLimits.bytes) {
      throw new ReportError('report-too-large', `The report is larger than ${reportLimits.bytes / 1_000_000} MB.`)
    }
    onProgress?.(bytesRead)
    for (let offset = 0; offset < chunk.byteLength; offset += pieceLength) {
      yield chunk.subarray(offset, offset + pieceLength)
    }
  }
}

async function* decodeText(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  let head: Uint8Array = new Uint8Array(0)
  let decoder: TextDecoder | undefined
  for await (const piece of pieces) {
    if (decoder) {
      yield decoder.decode(piece, { stream: true })
      continue
    }
    head = Buffer.concat([head, piece])
    if (head.byteLength < encodingHeadLength) continue
    decoder = new TextDecoder(resolveTextEncoding(head))
    yield decoder.decode(head, { stream: true })
  }
  if (decoder) yield decoder.decode()
  else yield new TextDecoder(resolveTextEncoding(head)).decode(head)
}

function countLineBreaks(text: string): number {
  let count = 0
  for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1)) count += 1
  return count
}
