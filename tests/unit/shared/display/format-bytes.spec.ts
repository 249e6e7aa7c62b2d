import { expect, it } from 'vitest'
import { formatBytes } from '#layers/northlight/shared/display/format-bytes.ts'

it.each([
  [0, '0 bytes'], [1, '1 byte'], [999, '999 bytes'], [1_000, '1 kB'], [12_400, '12 kB'], [999_499, '999 kB'], [999_600, '1 MB'], [3_440_000, '3.4 MB'], [10_000_000, '10 MB'],
])('%d is read as %s', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words)
})
