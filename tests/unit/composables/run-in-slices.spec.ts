import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runInSlices } from '#layers/northlight/composables/run-in-slices.ts'

/** Milliseconds of the stopped clock. */
const workTime = 5

describe('runInSlices', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('does all of it in order, and lets the page go on after a few milliseconds', async () => {
    const done: number[] = []
    const running = runInSlices([1, 2, 3, 4, 5], (item) => {
      done.push(item)
      vi.advanceTimersByTime(workTime)
    }, new AbortController().signal)
    expect(done).toEqual([1, 2])
    await vi.runAllTimersAsync()
    expect(await running).toBe(true)
    expect(done).toEqual([1, 2, 3, 4, 5])
  })

  it('stops when it is aborted, between slices too', async () => {
    const search = new AbortController()
    const done: number[] = []
    const running = runInSlices([1, 2, 3, 4], (item) => {
      done.push(item)
      vi.advanceTimersByTime(workTime)
    }, search.signal)
    search.abort()
    await vi.runAllTimersAsync()
    expect(await running).toBe(false)
    expect(done).toEqual([1, 2])
  })
})
