import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isDetailLevel } from '#layers/northlight/shared/settings/detail-level.ts'
import { resolveDetailLevel } from '#layers/northlight/shared/settings/resolve-detail-level.ts'

it.each([
  ['nothing', {}, 1],
  ['a saved level', { saved: 3 }, 3],
  ['a host that forces one', { host: 0, saved: 4 }, 0],
  ['a saved value out of range', { saved: 7 }, 1],
  ['a host\'s value out of range, over a saved level', { host: 7, saved: 2 }, 2],
  ['a text', { host: '2', saved: '4' }, 1],
])('given %s', (_name, sources, level) => {
  expect(resolveDetailLevel(sources)).toBe(level)
})

it('always answers a level, and the host\'s whenever it gives one', () => {
  fc.assert(fc.property(fc.anything(), fc.anything(), (host, saved) => {
    const level = resolveDetailLevel({ host, saved })
    expect(isDetailLevel(level)).toBe(true)
    if (isDetailLevel(host)) expect(level).toBe(host)
  }))
})
