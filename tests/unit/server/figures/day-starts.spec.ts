import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { listDayStarts } from '#layers/northlight/server/figures/day-starts.ts'

const zoneBefore = process.env.TZ
afterEach(() => {
  if (zoneBefore === undefined) delete process.env.TZ
  else process.env.TZ = zoneBefore
})

const inZone = (zone: string, now: string, days: number) => {
  process.env.TZ = zone
  return listDayStarts(Date.parse(now), days).map((start) => new Date(start).toISOString())
}

describe('the midnights of the last days', () => {
  it('are those of the server\'s zone', () => {
    expect(inZone('UTC', '2026-11-30T23:30:00Z', 2)).toEqual(['2026-11-29T00:00:00.000Z', '2026-11-30T00:00:00.000Z'])
    expect(inZone('Asia/Tokyo', '2026-11-30T23:30:00Z', 2)).toEqual(['2026-11-29T15:00:00.000Z', '2026-11-30T15:00:00.000Z'])
  })

  it('make a day as long as it is where the clock changes', () => {
    expect(inZone('Europe/Berlin', '2026-03-30T10:00:00Z', 3)).toEqual(['2026-03-27T23:00:00.000Z', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'])
    expect(inZone('America/New_York', '2026-11-02T12:00:00Z', 3)).toEqual(['2026-10-31T04:00:00.000Z', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'])
  })

  it('always end with the one that begins today, each at a midnight of its own', () => {
    for (const zone of ['UTC', 'Asia/Tokyo', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe']) {
      process.env.TZ = zone
      fc.assert(fc.property(fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2040, 0) }), fc.integer({ min: 1, max: 90 }), (now, days) => {
        const starts = listDayStarts(now, days)
        expect(starts).toHaveLength(days)
        expect(new Set(starts.map((start) => new Date(start).toDateString())).size).toBe(days)
        expect(starts.every((start) => new Date(start).getHours() === 0 && new Date(start).getMinutes() === 0)).toBe(true)
        const today = starts.at(-1) ?? Number.NaN
        expect(new Date(today).toDateString()).toBe(new Date(now).toDateString())
        expect(today).toBeLessThanOrEqual(now)
      }), { numRuns: 200 })
    }
  })
})
