import { expect, it } from 'vitest'
import { formatClock, formatDuration } from '#layers/northlight/shared/display/format-time.ts'
import { toStepsWords } from '#layers/northlight/shared/surfacing/steps-words.ts'

it.each([
  [{ live: true, count: 0, failed: 0 }, 'Working'],
  [{ live: true, count: 1, failed: 0 }, 'Working, 1 step so far'],
  [{ live: true, count: 2, failed: 1 }, 'Working, 2 steps so far'],
  [{ live: false, count: 4, failed: 1, durationMs: 16_000 }, 'Checked 4 things, 1 failed, in 16 s'],
  [{ live: false, count: 4, failed: 0, durationMs: 16_000 }, 'Checked 4 things in 16 s'],
  [{ live: false, count: 1, failed: 0 }, 'Checked 1 thing'],
  [{ live: false, count: 2, failed: 2 }, 'Checked 2 things, 2 failed'],
  [{ live: false, count: 0, failed: 0 }, 'Worked'],
  [{ live: false, count: 0, failed: 0, durationMs: 3000 }, 'Worked for 3 s'],
])('words %o', (header, words) => {
  expect(toStepsWords(header)).toBe(words)
})

it.each([[0, '0:00'], [12_999, '0:12'], [60_000, '1:00'], [3_665_000, '61:05'], [-5, '0:00'], [Number.NaN, '0:00']])('%d ms on the clock is %s', (milliseconds, words) => {
  expect(formatClock(milliseconds)).toBe(words)
})

it.each([
  [0, 'less than 1 s'], [499, 'less than 1 s'], [500, '1 s'], [16_000, '16 s'], [59_600, '1 min'], [125_000, '2 min 5 s'], [Number.POSITIVE_INFINITY, 'less than 1 s'],
])('%d ms taken is %s', (milliseconds, words) => {
  expect(formatDuration(milliseconds)).toBe(words)
})
