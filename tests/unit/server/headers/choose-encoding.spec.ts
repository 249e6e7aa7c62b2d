import { expect, it } from 'vitest'
import { chooseEncoding } from '#layers/northlight/server/headers/choose-encoding.ts'

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['gzip;q=1.0, br;q=0.1', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000, gzip;q=0', undefined],
  ['brotli, x-gzip', undefined],
  ['identity', undefined],
  ['', undefined],
  [undefined, undefined],
])('%s is answered with %s', (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding)
})
