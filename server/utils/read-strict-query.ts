import { getQuery, getRouterParams } from 'h3'
import type { H3Event } from 'h3'
import type { z } from 'zod'
import { toInvalidRequest } from './to-invalid-request.ts'

/**
 * The query by a strict schema.
 *
 * @throws {NorthlightError} `request-invalid`
 */
export function readStrictQuery<Schema extends z.ZodType>(event: H3Event, schema: Schema): z.infer<Schema> {
  return parse(schema, getQuery(event), 'The query')
}

/**
 * The path's parameters by a strict schema.
 *
 * @throws {NorthlightError} `request-invalid`
 */
export function readStrictParameters<Schema extends z.ZodType>(event: H3Event, schema: Schema): z.infer<Schema> {
  return parse(schema, getRouterParams(event), 'The path')
}

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown, whole: string): z.infer<Schema> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw toInvalidRequest(parsed.error, whole)
  return parsed.data
}
