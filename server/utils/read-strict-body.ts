import type { H3Event } from 'h3'
import type { z } from 'zod'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import { readRequest } from './read-request.ts'
import { toInvalidRequest } from './to-invalid-request.ts'

/** More than any message a person types; reports have a route and a cap of their own. */
const defaultLimit = 1_000_000
/** Deeper than any real message; what nests without end would overflow whoever walks it later. */
const deepestNesting = 500

interface StrictBodyOptions {
  /** In bytes. */
  limit?: number
  /** Told of JSON that the schema refuses. */
  onRefused?(value: unknown): Promise<void>
}

/**
 * Reads a JSON body of at most `limit` bytes, counted while reading, and of a sane depth, and parses it with a strict schema.
 *
 * @throws {NorthlightError} `body-too-large`, `request-invalid`
 */
export async function readStrictBody<Schema extends z.ZodType>(event: H3Event, schema: Schema, { limit = defaultLimit, onRefused }: StrictBodyOptions = {}): Promise<z.infer<Schema>> {
  const text = await readText(event, limit)
  let value: unknown
  try {
    value = JSON.parse(text)
  }
  catch (error) {
    throw new NorthlightError('request-invalid', { message: 'The body is not JSON.', cause: error })
  }
  if (isDeeperThan(value, deepestNesting)) throw new NorthlightError('request-invalid', { message: `The body nests deeper than ${deepestNesting} levels.` })
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  await onRefused?.(value)
  throw toInvalidRequest(parsed.error)
}

function isDeeperThan(value: unknown, depth: number): boolean {
  let level = [value]
  for (let reached = 0; level.length > 0; reached++) {
    if (reached > depth) return true
    level = level.flatMap((entry) => typeof entry === 'object' && entry !== null ? Object.values(entry) as unknown[] : [])
  }
  return false
}

async function readText(event: H3Event, limit: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of readRequest(event.node.req)) {
    size += chunk.length
    if (size > limit) throw new NorthlightError('body-too-large', { message: `The body is larger than ${limit} bytes.` })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
