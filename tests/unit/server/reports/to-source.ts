import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Bytes as a source of chunks of the given sizes, over and over; without sizes, in one chunk. */
export async function* toSource(content: string | Uint8Array, sizes: readonly number[] = []): AsyncGenerator<Uint8Array> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  for (let offset = 0, turn = 0; offset < bytes.byteLength; turn += 1) {
    const size = sizes[turn % sizes.length] ?? bytes.byteLength
    yield bytes.subarray(offset, offset + size)
    offset += size
  }
}

export function readFixture(path: string): Buffer {
  return readFileSync(fileURLToPath(new URL(`../../../fixtures/reports/${path}`, import.meta.url)))
}
