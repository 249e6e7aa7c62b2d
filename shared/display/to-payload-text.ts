/**
 * Any value a tool took or gave, as text to read: strings as they are, the rest as indented JSON.
 * Never throws: what JSON can't hold (a cycle, a big integer) is shown by its plain string form.
 */
export function toPayloadText(value: unknown): string {
  if (value === undefined) {
    return ''
  }
  if (typeof value === 'string') {
    return value
  }
  try {
    return JSON.stringify(value, null, 2) ?? String(value)
  }
  catch {
    return String(value)
  }
}
