import { runKindWords, runOutcomeWords, runStatusWords } from '#layers/northlight/shared/runs/run-words.ts'
import { isRecord } from '#layers/northlight/shared/surfacing/read-fields.ts'
import { blockKinds } from './block-registry.ts'
import type { ChatBlock } from './block-registry.ts'
import { toFieldFace } from './field-faces.ts'
import type { FieldFace } from './field-faces.ts'
import { toCell } from './to-cell.ts'
import { toChartTable } from './to-chart-table.ts'

/** Words of a block, and what they are. */
export interface OutlineText {
  face: FieldFace
  text: string
}

/** A block as words, in the order in which they are read: for whatever can't draw it. */
export interface BlockOutline {
  heading: string
  facts: { heading: string, value: OutlineText }[]
  /** Lists beside its rows, such as the risks of a ticket: each entry is what it says, first things first. */
  lists: { heading: string, entries: OutlineText[][] }[]
  /** Undefined for a kind that is its fields. Its cells are in the order of the columns. */
  table?: { columns: string[], rows: OutlineText[][] }
  /** Rows left out, in words; those that there are none of, too. */
  rest?: string
}

type Fields = Readonly<Record<string, unknown>>

/** What a block says of itself, and what its table says anyway. */
const unread: ReadonlySet<string> = new Set(['id', 'kind', 'title', 'dotId', 'tool', 'state', 'more', 'dropped', 'chartType', 'labels', 'columns', 'isFallback', 'runsLabel'])

export function toBlockOutline(block: ChatBlock): BlockOutline {
  const { title, noun, rows } = blockKinds[block.kind]
  const fields: Fields = { ...block }
  const own = Object.entries(fields).filter(([name]) => !unread.has(name) && name !== rows?.list)
  const table = rows && toTable(block, listRecords(fields[rows.list]))
  const rest = table && toRest(block.more, table.rows.length, noun)
  return {
    heading: block.title ?? title,
    facts: own.flatMap(([name, value]) => Array.isArray(value) ? [] : toFact(name, value)),
    lists: own.flatMap(([name, value]) => Array.isArray(value) && value.length > 0 ? [{ heading: name === 'runs' ? toCell(fields.runsLabel) || 'Runs' : toHeading(name), entries: value.map(toEntry) }] : []),
    ...table && table.rows.length > 0 ? { table } : {},
    ...rest === undefined ? {} : { rest },
  }
}

function toFact(name: string, value: unknown): BlockOutline['facts'] {
  const face = toFieldFace(name)
  return face === 'id' ? [] : [{ heading: toHeading(name), value: { face, text: toWords(name, value) } }]
}

/** A record's own words; a label stands before its value. */
function toEntry(entry: unknown): OutlineText[] {
  if (!isRecord(entry)) return [{ face: 'text', text: toCell(entry) }]
  if (entry.label !== undefined && entry.value !== undefined) return [{ face: 'text', text: `${toCell(entry.label)}: ${toCell(entry.value)}` }]
  return Object.entries(entry).flatMap(([name, value]) => toFact(name, value)).map(({ value }) => value)
}

function toTable(block: ChatBlock, rows: readonly Fields[]): { columns: string[], rows: OutlineText[][] } {
  if (block.kind === 'table') return ofCells(block)
  if (block.kind === 'chart' && block.series.length > 0) return ofCells(toChartTable(block))
  const flat = rows.map(flatten)
  const given = [...new Set(flat.flatMap((row) => Object.keys(row)))]
  const named = given.filter((name) => toFieldFace(name) !== 'id')
  const columns = named.length > 0 ? named : given
  return { columns: columns.map(toHeading), rows: flat.map((row) => columns.map((name) => ({ face: toFieldFace(name), text: toWords(name, row[name]) }))) }
}

/** A row may have fewer cells than there are columns; more than these it has none to show. */
function ofCells({ columns, rows }: { columns: string[], rows: { cells: string[] }[] }): { columns: string[], rows: OutlineText[][] } {
  return { columns, rows: rows.map(({ cells }) => columns.map((_column, index) => ({ face: 'text', text: cells[index] ?? '' }))) }
}

/** What stands inside a field stands beside it, as the title of an approval's action. */
function flatten(row: Fields): Fields {
  return Object.fromEntries(Object.entries(row).flatMap(([name, value]) => isRecord(value) ? Object.entries(value) : [[name, value]]))
}

function listRecords(list: unknown): Fields[] {
  return Array.isArray(list) ? list.filter(isRecord) : []
}

function toRest(more: number, shown: number, [one, several]: readonly [string, string]): string | undefined {
  if (more > 0) return `${more} more ${more === 1 ? one : several}`
  return shown === 0 ? `No ${several}` : undefined
}

/** `durationMs` is "Duration ms", `pullUrl` "Pull link". */
function toHeading(field: string): string {
  return toCapital(field.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase().replace(/\burl$/, 'link'))
}

/** The names of runs that are shown in other words than code has them. */
const shownNames: ReadonlyMap<string, string> = new Map([
  ...Object.entries(runKindWords),
  ...Object.entries({ ...runStatusWords, ...runOutcomeWords }).map(([name, { word }]) => [name, word] as const),
])

function toWords(name: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const text = toCell(value)
  if (name === 'finding') return text.replaceAll('**', '')
  if (toFieldFace(name) === 'moment') return text.replace(/^(.{10})T(.{5}).*$/, '$1 $2 UTC')
  return toFieldFace(name) === 'name' ? shownNames.get(text) ?? toCapital(text.replaceAll('_', ' ')) : text
}

function toCapital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
