/** The fields of an untrusted value; an empty record for anything that has none. Never throws. */
export function readFields(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {}
}

/** The value where it is a string, else nothing. */
export function readString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Whether a value has fields to read: an object, and no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
