import { toBlockText } from './block-fields.ts'

/** Deeper than this a value shows as `…`. */
const deepest = 3
/** Entries of a list or fields of a record that one cell names. */
const mostEntries = 12

/** Any value in one cell: words as they are, what has parts as short JSON, what has none as nothing. Never throws on what JSON can hold. */
export function toCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'object' && Object.keys(value).length === 0) return ''
  return toBlockText(typeof value === 'object' ? toShortJson(value, 1) : toWords(value))
}

function toWords(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint' ? String(value) : ''
}

function toShortJson(value: unknown, depth: number): string {
  if (typeof value === 'string') return JSON.stringify(toBlockText(value))
  if (typeof value !== 'object' || value === null) return toWords(value) || 'null'
  if (depth > deepest) return '…'
  if (Array.isArray(value)) return `[${toEntries(value, (entry) => toShortJson(entry, depth + 1))}]`
  return `{${toEntries(Object.entries(value), ([name, entry]) => `${JSON.stringify(toBlockText(name))}:${toShortJson(entry, depth + 1)}`)}}`
}

function toEntries<Entry>(entries: readonly Entry[], toText: (entry: Entry) => string): string {
  const shown = entries.slice(0, mostEntries).map(toText)
  return [...shown, ...(entries.length > mostEntries ? ['…'] : [])].join(',')
}
