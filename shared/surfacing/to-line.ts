const longestLine = 240

/** Untrusted text as one line, at most 240 characters; nothing where there is nothing to read. */
export function toLine(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const line = value.slice(0, longestLine * 4).replace(/\s+/g, ' ').trim()
  if (line === '') return undefined
  return line.length <= longestLine ? line : `${line.slice(0, longestLine - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
