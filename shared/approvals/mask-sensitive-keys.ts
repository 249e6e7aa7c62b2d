const sensitiveKey = /authorization|api[-_]?key|secret|token|password|passwd|credential|cookie|private[-_]?key/i

/**
 * A JSON value with all that stands under the name of a secret masked, at any depth. It goes by names alone: a secret
 * that is part of a text, as one typed into a command, stays.
 */
export function maskSensitiveKeys<Value>(value: Value): Value {
  return walk(value) as Value
}

function walk(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(walk)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, entry !== null && sensitiveKey.test(key) ? '[redacted]' : walk(entry)]))
}
