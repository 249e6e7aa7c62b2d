import type { MessagePlan } from './surfacing-rows.ts'

/** Deeper than this, values that are not the same object count as different: untrusted data must not exhaust the stack. */
const deepestComparison = 100

interface Keyed {
  key: string
}

/**
 * The next plan, with every row, item, call and part of a row that equals the previous plan's taken from there; the
 * previous plan itself where nothing differs. Compares contents: the SDK changes its parts in place.
 */
export function sharePlan(next: MessagePlan, previous: MessagePlan | undefined): MessagePlan {
  if (!previous) return next
  const known = new Map<string, Keyed>()
  collectKeyed(previous.rows, known)
  const rows = shareList(previous.rows, next.rows, known)
  const shared = { ...next, rows }
  return isEqual(previous, shared, 0) ? previous : shared
}

/** Rows, items and calls by key, wherever they stand: a run that joins another takes its items along. */
function collectKeyed(items: readonly Keyed[], known: Map<string, Keyed>): void {
  for (const item of items) {
    known.set(item.key, item)
    for (const value of Object.values(item)) if (isKeyedList(value)) collectKeyed(value, known)
  }
}

function shareList<Item extends Keyed>(previous: unknown, next: readonly Item[], known: ReadonlyMap<string, Keyed>): Item[] {
  const shared = next.map((item) => shareItem(item, known))
  return isSameList(previous, shared) ? previous : shared
}

function isSameList<Item>(previous: unknown, next: Item[]): previous is Item[] {
  return Array.isArray(previous) && previous.length === next.length && next.every((item, index) => item === previous[index])
}

function shareItem<Item extends Keyed>(next: Item, known: ReadonlyMap<string, Keyed>): Item {
  const previous = known.get(next.key)
  if (previous && isSameItem(previous, next)) return previous
  return previous || holdsKnown(next, known) ? shareFields(previous, next, known) : next
}

/** A row that is new may have taken over items that are not. */
function holdsKnown(item: Keyed, known: ReadonlyMap<string, Keyed>): boolean {
  return Object.values(item).some((value) => isKeyedList(value) && value.some((inner) => known.has(inner.key)))
}

function isSameItem<Item extends Keyed>(previous: Keyed, next: Item): previous is Item {
  return isEqual(previous, next, 0)
}

function shareFields<Item extends Keyed>(previous: Keyed | undefined, next: Item, known: ReadonlyMap<string, Keyed>): Item {
  const before: Record<string, unknown> = { ...previous }
  const fields = Object.entries(next).map(([name, value]: [string, unknown]) => {
    if (isKeyedList(value)) return [name, shareList(before[name], value, known)]
    return [name, isEqual(before[name], value, 0) ? before[name] : value]
  })
  return { ...next, ...Object.fromEntries(fields) }
}

function isKeyedList(value: unknown): value is Keyed[] {
  return Array.isArray(value) && value.every((item) => isRecord(item) && typeof item.key === 'string')
}

function isEqual(first: unknown, second: unknown, depth: number): boolean {
  if (Object.is(first, second)) return true
  if (depth > deepestComparison) return false
  if (Array.isArray(first) && Array.isArray(second)) {
    return first.length === second.length && first.every((item, index) => isEqual(item, second[index], depth + 1))
  }
  if (!isRecord(first) || !isRecord(second)) return false
  const names = Object.keys(first)
  return names.length === Object.keys(second).length
    && names.every((name) => Object.hasOwn(second, name) && isEqual(first[name], second[name], depth + 1))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
