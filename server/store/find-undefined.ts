/** Where in a filter something is undefined; undefined: nowhere. */
export function findUndefined(filter: unknown, place: string): string | undefined {
  if (typeof filter !== 'object' || filter === null || filter instanceof Date || ArrayBuffer.isView(filter)) return undefined
  for (const [name, value] of Object.entries(filter)) {
    const found = value === undefined ? `${place}.${name}` : findUndefined(value, `${place}.${name}`)
    if (found !== undefined) return found
  }
  return undefined
}
