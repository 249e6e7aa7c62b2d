/**
 * A share in percent, to a tenth. Only all is 100 and only none is 0: what is rounded never hides a failure.
 * Undefined: of nothing there is no share.
 */
export function toPercent(part: number, whole: number): number | undefined {
  if (whole === 0) return undefined
  if (part === 0 || part === whole) return part === 0 ? 0 : 100
  return Math.min(99.9, Math.max(0.1, Math.round((part / whole) * 1_000) / 10))
}

/** The difference of two percentages, to a tenth. */
export function toPoints(from: number, to: number): number {
  return Math.round((to - from) * 10) / 10
}
