import { describe, expect, it } from 'vitest'
import { formatMinutes } from '#layers/northlight/shared/time-entries/format-minutes.ts'
import { groupByDay } from '#layers/northlight/shared/time-entries/group-by-day.ts'

describe('groupByDay', () => {
  it('keeps the order of days and entries, and sums each day', () => {
    const entries = [{ id: 'a', day: '2026-12-01', minutes: 45 }, { id: 'b', day: '2026-12-01', minutes: 30 }, { id: 'c', day: '2026-11-30', minutes: 5 }]
    expect(groupByDay(entries)).toEqual([
      { day: '2026-12-01', minutes: 75, entries: [entries[0], entries[1]] },
      { day: '2026-11-30', minutes: 5, entries: [entries[2]] },
    ])
    expect(groupByDay([])).toEqual([])
  })
})

describe('formatMinutes', () => {
  it.each([[0, '0 min'], [45, '45 min'], [60, '1 h'], [65, '1 h 5 min'], [1_500, '25 h']])('%i', (minutes, words) => {
    expect(formatMinutes(minutes)).toBe(words)
  })
})
