const thousands = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/
const decimalComma = /^\d+,\d+$/
const plainNumber = /^(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i
const isoDuration = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/

/** Seconds of one unit of each group of `isoDuration`. */
const isoUnits = [86_400, 3_600, 60, 1] as const

/**
 * Milliseconds, to a thousandth, of a JUnit `time`: seconds (`1.5`, `2,503.1`, `0,25`, `1e-05`) or an ISO 8601
 * duration (`PT1.5S`). Undefined where it is missing, negative or no number.
 */
export function parseDuration(text: string | undefined): number | undefined {
  const seconds = text === undefined ? undefined : parseSeconds(text.trim())
  return seconds === undefined || !Number.isFinite(seconds) ? undefined : toMilliseconds(seconds * 1_000)
}

/** Longer than anything runs; sums of it stay numbers. */
const longestMs = 1e15

/** To a thousandth of a millisecond, which hides the noise of binary fractions; at most `longestMs`. */
export function toMilliseconds(milliseconds: number): number {
  return Math.round(Math.min(milliseconds, longestMs) * 1_000) / 1_000
}

function parseSeconds(text: string): number | undefined {
  // A leading zero, as in 0,123, is no thousands group.
  if (thousands.test(text) && !text.startsWith('0')) return Number(text.replaceAll(',', ''))
  if (decimalComma.test(text)) return Number(text.replace(',', '.'))
  if (plainNumber.test(text)) return Number(text)
  const parts = isoDuration.exec(text)?.slice(1)
  if (!parts?.some((part) => part !== undefined)) return undefined
  return isoUnits.reduce((sum, unit, index) => sum + unit * Number(parts[index] ?? 0), 0)
}
