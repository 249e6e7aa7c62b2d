import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { testResultSchema } from '#layers/northlight/shared/reports/test-report.ts'

/** One reading of a test, as the file had it; what only the file's end tells is added when it is read again. */
const spooledResultSchema = z.strictObject({
  result: testResultSchema,
  /** The suite, in the document's own count. */
  suite: z.int().nonnegative().optional(),
  /** What stands beside the suite's name: a class, a project. */
  label: z.string().optional(),
  /** A further attempt of a test that stands before it. */
  isLaterAttempt: z.boolean().optional(),
})

export type SpooledResult = z.infer<typeof spooledResultSchema>

/** Where a record stands, in bytes. */
export interface SpoolPlace {
  offset: number
  length: number
}

const writeLength = 262_144
const readLength = 262_144
const lineBreak = '\n'.codePointAt(0) ?? 10

/**
 * The results of one report while it is read: in a file without a name, so that a large report takes no memory, and
 * an ended server leaves nothing behind. It works synchronously, for a thread of its own.
 */
export class ResultSpool {
  private readonly file: number
  private pending: Buffer[] = []
  private pendingLength = 0
  private writtenLength = 0

  constructor() {
    const folder = mkdtempSync(join(tmpdir(), 'northlight-report-'))
    this.file = openSync(join(folder, 'results'), 'wx+', 0o600)
    rmSync(folder, { recursive: true, force: true })
  }

  /** Adds a record, and says where it stands. */
  append(record: SpooledResult): SpoolPlace {
    const bytes = Buffer.from(`${JSON.stringify(record)}\n`)
    const place = { offset: this.writtenLength + this.pendingLength, length: bytes.byteLength }
    this.pending.push(bytes)
    this.pendingLength += bytes.byteLength
    if (this.pendingLength >= writeLength) this.flush()
    return place
  }

  readAt({ offset, length }: SpoolPlace): SpooledResult {
    this.flush()
    const bytes = Buffer.alloc(length)
    this.fill(bytes, offset)
    return parseRecord(bytes)
  }

  /** All records in the order in which they came. */
  * readAll(): Generator<SpooledResult, void, undefined> {
    this.flush()
    let rest: Buffer = Buffer.alloc(0)
    for (let offset = 0; offset < this.writtenLength; offset += readLength) {
      const piece = Buffer.alloc(Math.min(readLength, this.writtenLength - offset))
      this.fill(piece, offset)
      const bytes = Buffer.concat([rest, piece])
      let start = 0
      for (let end = bytes.indexOf(lineBreak); end >= 0; end = bytes.indexOf(lineBreak, start)) {
        yield parseRecord(bytes.subarray(start, end))
        start = end + 1
      }
      rest = bytes.subarray(start)
    }
  }

  close(): void {
    closeSync(this.file)
  }

  private flush(): void {
    const bytes = Buffer.concat(this.pending)
    for (let done = 0; done < bytes.byteLength;) done += writeSync(this.file, bytes, done, bytes.byteLength - done, this.writtenLength + done)
    this.writtenLength += bytes.byteLength
    this.pending = []
    this.pendingLength = 0
  }

  private fill(bytes: Buffer, offset: number): void {
    for (let done = 0; done < bytes.byteLength;) {
      const count = readSync(this.file, bytes, done, bytes.byteLength - done, offset + done)
      if (count === 0) throw new Error('The results that were set aside are cut off.')
      done += count
    }
  }
}

function parseRecord(bytes: Buffer): SpooledResult {
  return spooledResultSchema.parse(JSON.parse(bytes.toString('utf8')))
}
