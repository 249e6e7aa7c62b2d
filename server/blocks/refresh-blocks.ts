import type { BlockKind } from '#layers/northlight/shared/blocks/block-registry.ts'
import type { StoredMessage } from '#layers/northlight/shared/messages/stored-message.ts'
import { isRecord, readFields, readString } from '#layers/northlight/shared/surfacing/read-fields.ts'
import { findDecidable } from '#layers/northlight/server/store/approval-lists.ts'
import { findMemoryNotes } from '#layers/northlight/server/store/memory-note-store.ts'
import type { Database } from '#layers/northlight/server/store/open-database.ts'
import { findRuns } from '#layers/northlight/server/store/run-store.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import { toApprovalRow, toMemoryRow, toRunRow } from './block-rows.ts'

interface Refresher {
  /** The list that holds the rows, each with its record's id. */
  list: string
  /** Whether a row stays whose record is not there, or not this reader's. */
  outlivesRecord: boolean
  load(database: Database, principal: Principal, ids: readonly string[]): Promise<{ id: string }[]>
}

/** The kinds whose rows are records that change (`chat-ui.md`, "A stored reply reads its records again"). */
const refreshers: ReadonlyMap<string, Refresher> = new Map<BlockKind, Refresher>([
  ['runs', { list: 'runs', outlivesRecord: true, load: async (...of) => (await findRuns(...of)).map(toRunRow) }],
  ['approvals', { list: 'approvals', outlivesRecord: false, load: async (...of) => (await findDecidable(...of)).map(toApprovalRow) }],
  ['memory', { list: 'notes', outlivesRecord: false, load: async (...of) => (await findMemoryNotes(...of)).map(toMemoryRow) }],
])

type Part = StoredMessage['parts'][number]
type Row = Readonly<Record<string, unknown>>

/** The messages with the rows of their blocks as their records stand now. What is stored stays as it was said. */
export async function refreshBlocks(database: Database, principal: Principal, messages: readonly StoredMessage[]): Promise<StoredMessage[]> {
  const wanted = collectIds(messages)
  if (wanted.size === 0) return [...messages]
  const rows = new Map<string, ReadonlyMap<string, Row>>()
  for (const [kind, ids] of wanted) {
    const found = await refreshers.get(kind)?.load(database, principal, [...ids]) ?? []
    rows.set(kind, new Map(found.map((row) => [row.id, row])))
  }
  return messages.map((message) => hasBlocks(message) ? { ...message, parts: message.parts.map((part) => refreshPart(part, rows)) } : message)
}

function collectIds(messages: readonly StoredMessage[]): Map<string, Set<string>> {
  const wanted = new Map<string, Set<string>>()
  for (const part of messages.flatMap(({ parts }) => parts)) {
    const { kind, rows } = readBlock(part)
    if (kind === undefined) continue
    const ids = wanted.get(kind) ?? new Set()
    for (const id of rows.flatMap((row) => readString(row.id) ?? [])) ids.add(id)
    wanted.set(kind, ids)
  }
  return wanted
}

function hasBlocks({ parts }: StoredMessage): boolean {
  return parts.some((part) => readBlock(part).kind !== undefined)
}

function refreshPart(part: Part, records: ReadonlyMap<string, ReadonlyMap<string, Row>>): Part {
  const { kind, refresher, rows, data } = readBlock(part)
  if (kind === undefined || refresher === undefined) return part
  const isThere = (row: Row) => records.get(kind)?.get(readString(row.id) ?? '')
  return { ...part, data: { ...data, [refresher.list]: rows.flatMap((row) => isThere(row) ?? (refresher.outlivesRecord ? row : [])) } }
}

function readBlock(part: Part): { kind?: string, refresher?: Refresher, rows: Row[], data: Row } {
  const data = part.type === 'data-block' ? readFields(part.data) : {}
  const kind = readString(data.kind) ?? ''
  const refresher = refreshers.get(kind)
  const rows = refresher && data[refresher.list]
  return refresher && Array.isArray(rows) ? { kind, refresher, rows: rows.filter(isRecord), data } : { rows: [], data }
}
