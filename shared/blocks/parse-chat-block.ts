import { z } from 'zod/mini'
import { isRecord } from '#layers/northlight/shared/surfacing/read-fields.ts'
import { count, dropUndefined, maybe, text } from './block-fields.ts'
import { blockLimits } from './block-limits.ts'
import { blockKinds, isBlockKind } from './block-registry.ts'
import type { BlockKind, ChatBlock } from './block-registry.ts'
import type { BlockEnvelope } from './define-block-kind.ts'
import { toChartTable } from './to-chart-table.ts'
import { toFallbackTable } from './to-fallback-table.ts'

type Fields = Readonly<Record<string, unknown>>

interface BlockRows {
  list: string
  schema: z.ZodMiniType<object>
  most?: number
}

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
  if (block.kind === 'table') return block
  const envelope = toEnvelope({ ...block }, block.id)
  return block.kind === 'chart' && block.series.length > 0 ? parseKind('table', toChartTable(block), envelope) : toTable({ ...block }, envelope)
}

function parseFields(value: Fields, localId: string | undefined): ChatBlock | undefined {
  const id = idSchema.safeParse(value.id).data ?? idSchema.safeParse(localId).data
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
  const given = rows && value[rows.list]
  // While it loads it may be no more than a place; with rows it is held to the rules.
  const isPlace = envelope.state === 'loading' && (given === undefined || (Array.isArray(given) && given.length === 0))
  const parsed = fieldsSchema.safeParse(value)
  if (!parsed.success && !isPlace) return undefined
  const block = { ...envelope, kind, ...dropUndefined(parsed.data ?? {}) }
  if (rows === undefined) return toBlock(block)
  return isPlace ? toBlock({ ...block, [rows.list]: [] }) : parseRows(rows, given, block)
}

function parseRows({ list, schema, most = blockLimits.rows }: BlockRows, given: unknown, block: BlockEnvelope & { kind: BlockKind }): ChatBlock | undefined {
  if (!Array.isArray(given)) return undefined
  const valid = given.flatMap((row: unknown) => toRow(schema, row))
  if (valid.length === 0 && given.length > 0) return undefined
  const kept = valid.slice(0, most)
  return toBlock({
    ...block, [list]: kept,
    more: toTally(block.more + valid.length - kept.length),
    dropped: toTally(block.dropped + given.length - valid.length),
  })
}

function toRow(schema: z.ZodMiniType<object>, row: unknown): object[] {
  const parsed = schema.safeParse(row)
  return parsed.success ? [dropUndefined(parsed.data)] : []
}

function toTable(value: Fields, envelope: BlockEnvelope): ChatBlock | undefined {
  const { kind } = value
  const table = toFallbackTable(value, isBlockKind(kind) ? blockKinds[kind].rows?.list ?? null : undefined)
  return table && parseKind('table', { ...table }, { ...envelope, more: toTally(envelope.more + table.more), dropped: toTally(envelope.dropped + table.dropped) })
}

/** No list is longer; a claim that it is must not run out of numbers. */
function toTally(number: number): number {
  return Math.min(number, 1_000_000_000)
}

/** The registry's schemas made it, kind by kind: the union of them is what it is. */
function toBlock(block: BlockEnvelope & { kind: BlockKind }): ChatBlock {
  return block as ChatBlock
}
