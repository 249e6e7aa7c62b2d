import { z } from 'zod/mini'
import { isRecord } from '#layers/northlight/shared/surfacing/read-fields.ts'
import { count, maybe, text } from './block-fields.ts'
import { blockLimits } from './block-limits.ts'
import { blockKinds, isBlockKind } from './block-registry.ts'
import type { BlockKind, ChatBlock } from './block-registry.ts'
import type { BlockEnvelope } from './define-block-kind.ts'
import { toFallbackTable } from './to-fallback-table.ts'

type Fields = Readonly<Record<string, unknown>>

const idSchema = text(blockLimits.id)

const envelopeSchema = z.object({
  title: maybe(text()),
  dotId: maybe(text(blockLimits.id)),
  tool: maybe(text(blockLimits.id)),
  state: z.catch(z.enum(['loading', 'ready']), 'ready'),
  more: z.catch(z.pipe(count, z.transform(toTally)), 0),
  dropped: z.catch(z.pipe(count, z.transform(toTally)), 0),
})

/**
 * Any data as a block, or as the compact table where it is none (`chat-ui.md`, "Validation" and "Fallback"); undefined where
 * there is nothing to show. The server runs it before it sends a block, a client again before it draws one: what went through
 * it once comes out the same. `localId` stands for an id that is missing. Never throws.
 */
export function parseChatBlock(value: unknown, localId?: string): ChatBlock | undefined {
  try {
    return isRecord(value) ? parseFields(value, localId) : undefined
  }
  catch {
    // A getter or a proxy may do anything.
    return undefined
  }
}

/** The rows of any block as a table, for one that can't be drawn. */
export function toTableBlock(block: ChatBlock): ChatBlock | undefined {
  const fields = { ...block }
  return toTable(fields, toEnvelope(fields, block.id))
}

function parseFields(value: Fields, localId: string | undefined): ChatBlock | undefined {
  const id = idSchema.safeParse(value.id).data ?? localId
  if (id === undefined) return undefined
  const envelope = toEnvelope(value, id)
  const { kind } = value
  return (isBlockKind(kind) ? parseKind(kind, value, envelope) : undefined) ?? toTable(value, envelope)
}

function toEnvelope(value: Fields, id: string): BlockEnvelope {
  return { id, ...dropUndefined(envelopeSchema.parse(value)) }
}

function parseKind(kind: BlockKind, value: Fields, envelope: BlockEnvelope): ChatBlock | undefined {
  const { fields: fieldsSchema, rows } = blockKinds[kind]
  const fields = parseBlockFields(fieldsSchema, value, envelope.state === 'loading')
  if (fields === undefined) return undefined
  if (rows === undefined) return toBlock({ ...envelope, kind, ...fields })
  const given = value[rows.list]
  if (given === undefined && envelope.state === 'loading') return toBlock({ ...envelope, kind, ...fields, [rows.list]: [] })
  if (!Array.isArray(given)) return undefined
  const valid = given.flatMap((row: unknown) => toRow(rows.schema, row))
  if (valid.length === 0 && given.length > 0) return undefined
  const kept = valid.slice(0, rows.most ?? blockLimits.rows)
  return toBlock({
    ...envelope, kind, ...fields, [rows.list]: kept,
    more: toTally(envelope.more + valid.length - kept.length),
    dropped: toTally(envelope.dropped + given.length - valid.length),
  })
}

function parseBlockFields(schema: z.ZodMiniType<object>, value: Fields, isLoading: boolean): object | undefined {
  const parsed = schema.safeParse(value)
  if (parsed.success) return dropUndefined(parsed.data)
  return isLoading ? {} : undefined
}

function toRow(schema: z.ZodMiniType<object>, row: unknown): object[] {
  const parsed = schema.safeParse(row)
  return parsed.success ? [dropUndefined(parsed.data)] : []
}

function toTable(value: Fields, envelope: BlockEnvelope): ChatBlock | undefined {
  const table = toFallbackTable(value)
  const block = table && parseKind('table', { ...table }, envelope)
  return block && { ...block, more: toTally(envelope.more + table.more) }
}

/** No list is longer; a claim that it is must not run out of numbers. */
function toTally(number: number): number {
  return Math.min(number, 1_000_000_000)
}

/** The registry's schemas made it, kind by kind: the union of them is what it is. */
function toBlock(block: BlockEnvelope & { kind: BlockKind }): ChatBlock {
  return block as ChatBlock
}

function dropUndefined<Value extends object>(value: Value): Value {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Value
}
