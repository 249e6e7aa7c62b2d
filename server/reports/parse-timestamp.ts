const timestamp = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2}(?:[.,]\d{1,9})?)\s*(Z|[+-]\d{2}:?\d{2})?$/i

/** Epoch milliseconds of a report's time; one without a zone is read as UTC. Undefined where it is none. */
export function parseTimestamp(text: string | undefined): number | undefined {
  const [, date, time, zone = 'Z'] = timestamp.exec(text?.trim() ?? '') ?? []
  if (!date || !time) return undefined
  const epochMs = Date.parse(`${date}T${time.replace(',', '.')}${zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2').toUpperCase()}`)
  return Number.isNaN(epochMs) ? undefined : epochMs
}
