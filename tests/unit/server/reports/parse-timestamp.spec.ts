import { expect, it } from 'vitest'
import { parseTimestamp } from '#layers/northlight/server/reports/parse-timestamp.ts'

const expected = Date.UTC(2026, 0, 2, 3, 4, 5)

it.each([
  ['2026-01-02T03:04:05', expected],
  ['2026-01-02 03:04:05', expected],
  ['2026-01-02T03:04:05Z', expected],
  ['2026-01-02T03:04:05.250Z', expected + 250],
  ['2026-01-02T03:04:05,250', expected + 250],
  ['2026-01-02T03:04:05.123456', expected + 123],
  ['2026-01-02T05:04:05+02:00', expected],
  ['2026-01-02T05:04:05+0200', expected],
  ['2026-01-02 03:04:05 +00:00', expected],
])('reads %j', (text, epochMs) => {
  expect(parseTimestamp(text)).toBe(epochMs)
})

it.each([undefined, '', 'today', '2026-01-02', '2026-13-45T99:99:99', '1767323045', 'Fri, 02 Jan 2026 03:04:05 GMT'])('reads no time in %j', (text) => {
  expect(parseTimestamp(text)).toBeUndefined()
})
