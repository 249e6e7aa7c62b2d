import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseDuration } from '#layers/northlight/server/reports/parse-duration.ts'

it.each([
  ['0', 0], ['1.5', 1_500], [' 2 ', 2_000], ['.5', 500], ['3.', 3_000], ['2,503.1', 2_503_100], ['2,503', 2_503_000],
  ['1,234,567.25', 1_234_567_250], ['0,125', 125], ['12,5', 12_500], ['1e-05', 0.01], ['1E3', 1_000_000],
  ['PT1.5S', 1_500], ['PT1H2M3S', 3_723_000], ['P1DT1S', 86_401_000], ['P1D', 86_400_000], ['0.0000004', 0],
])('reads %j', (text, expected) => {
  expect(parseDuration(text)).toBe(expected)
})

it.each([undefined, '', ' ', '-1', '+1', 'NaN', 'Infinity', '1e999', '1.2.3', '1,2,3', '12s', 'P', 'PT', 'P1Y', '0x10', '١'])('reads no time in %j', (text) => {
  expect(parseDuration(text)).toBeUndefined()
})

it('never gives a negative or endless time, whatever the text', () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789,.eE+-PTDHMS') })), (text) => {
    const durationMs = parseDuration(text) ?? 0
    expect(Number.isFinite(durationMs) && durationMs >= 0).toBe(true)
  }))
})
