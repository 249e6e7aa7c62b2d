import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toPercent, toPoints } from '#layers/northlight/server/figures/percent.ts'

it('is a share to a tenth', () => {
  expect([toPercent(1, 3), toPercent(2, 3), toPercent(965, 1000)]).toEqual([33.3, 66.7, 96.5])
  expect(toPercent(0, 0)).toBeUndefined()
})

it('is 100 for all and 0 for none, and for nothing else', () => {
  expect([toPercent(9_999_999, 10_000_000), toPercent(1, 10_000_000), toPercent(7, 7), toPercent(0, 7)]).toEqual([99.9, 0.1, 100, 0])
  fc.assert(fc.property(fc.nat(), fc.integer({ min: 1 }), (given, whole) => {
    const part = given % (whole + 1)
    const percent = toPercent(part, whole)
    expect(percent === 100).toBe(part === whole)
    expect(percent === 0).toBe(part === 0)
    expect(Math.abs((percent ?? Number.NaN) - (part / whole) * 100)).toBeLessThanOrEqual(0.1)
  }))
})

it('counts a difference in points, to a tenth', () => {
  expect([toPoints(92.6, 94.2), toPoints(94.2, 92.6), toPoints(50, 50)]).toEqual([1.6, -1.6, 0])
})
