import { describe, expect, it } from 'vitest'
import { formatListTime } from '#layers/northlight/shared/display/format-list-time.ts'

const now = Date.parse('2026-11-30T09:00:00Z')

describe('the time of a chat in the list', () => {
  it.each([
    ['2026-11-30T08:05:00Z', 'UTC', '08:05'],
    ['2026-11-29T23:30:00Z', 'UTC', 'Sun'],
    ['2026-11-29T23:30:00Z', 'Europe/Berlin', '00:30'],
    ['2026-11-25T10:00:00Z', 'UTC', 'Wed'],
    ['2026-11-23T10:00:00Z', 'UTC', '23 Nov'],
    ['2025-11-30T10:00:00Z', 'UTC', 'Nov 2025'],
    ['2026-12-24T10:00:00Z', 'UTC', '24 Dec'],
  ])('of %s in %s is %s', (at, timeZone, text) => {
    expect(formatListTime(Date.parse(at), now, timeZone)).toBe(text)
  })
})
