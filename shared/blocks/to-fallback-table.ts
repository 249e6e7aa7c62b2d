import { isRecord } from '#layers/northlight/shared/surfacing/read-fields.ts'
import { toBlockText } from './block-fields.ts'
import { blockLimits } from './block-limits.ts'
import { toCell } from './to-cell.ts'

/** What a table is made of: raw, to be checked like any other block. */
export interface RawTable {
  columns: string[]
  rows: { cells: string[] }[]
  more: number
  dropped: number
  isFallback: true
}

type Fields = Readonly<Record<string, unknown>>

/** What every block says of itself is no data of its own. */
const ownFields: ReadonlySet<string> = new Set(['id', 'kind', 'title', 'dotId', 'tool', 'state', 'more', 'dropped'])

/**
 * Any data as a table (`chat-ui.md`, "Fallback"): a list of records by their keys, else its fields as Field and Value.
 * `list`: where a kind keeps its rows, to be looked at first; null for a kind that is its fields. Undefined: there is nothing to show.
 */
export function toFallbackTable(data: Fields, list?: string | null): RawTable | undefined {
  const given = list === null ? undefined : findList(data, list)
  return given ? toRecordTable(given) : toFieldTable(data)
}

function findList(data: Fields, first: string | undefined): readonly unknown[] | undefined {
  const lists = [...first === undefined ? [] : [data[first]], ...Object.entries(data).flatMap(([name, value]) => ownFields.has(name) ? [] : [value])]
  return lists.filter((value) => Array.isArray(value)).find((entries) => entries.some(isFilled))
}

function isFilled(value: unknown): value is Fields {
  return isRecord(value) && Object.keys(value).some((name) => toBlockText(name) !== '')
}

function toRecordTable(entries: readonly unknown[]): RawTable {
  const rows = entries.filter(isFilled)
  const shown = rows.slice(0, blockLimits.rows)
  const columns = listKeys(shown)
  return {
    columns: columns.map((name) => toBlockText(name)),
    rows: shown.map((row) => ({ cells: columns.map((name) => Object.hasOwn(row, name) ? toCell(row[name]) : '') })),
    more: rows.length - shown.length,
    dropped: entries.length - rows.length,
    isFallback: true,
  }
}

/** In the order in which they come, each once, those without a name apart. */
function listKeys(rows: readonly Fields[]): string[] {
  const names = new Set<string>()
  for (const row of rows) {
    for (const name of Object.keys(row)) {
      if (toBlockText(name) !== '') names.add(name)
      if (names.size === blockLimits.columns) return [...names]
    }
  }
  return [...names]
}

function toFieldTable(data: Fields): RawTable | undefined {
  const fields = Object.entries(data)
    .filter(([name]) => !ownFields.has(name))
    .map(([name, value]) => [toBlockText(name), toCell(value)] as const)
    .filter(([name, value]) => name !== '' && value !== '')
  if (fields.length === 0) return undefined
  return {
    columns: ['Field', 'Value'],
    rows: fields.slice(0, blockLimits.rows).map(([name, value]) => ({ cells: [name, value] })),
    more: Math.max(0, fields.length - blockLimits.rows),
    dropped: 0,
    isFallback: true,
  }
}
