import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planWindow, type MessageWindow } from '#layers/northlight/shared/scrolling/plan-window.ts'

interface Transcript {
  heights: number[]
  viewport: number
  window: MessageWindow
  /** Of the view's upper edge, from the first message's. */
  top: number
}

const sum = (heights: readonly number[]) => heights.reduce((total, height) => total + height, 0)

function plan({ heights, viewport, window, top }: Transcript): MessageWindow {
  const above = top - sum(heights.slice(0, window.start))
  const below = sum(heights.slice(0, window.end)) - top - viewport
  return planWindow({ window, count: heights.length, above, below, viewport, heightOf: (index) => heights[index] ?? 0 })
}

const transcripts = fc.record({
  heights: fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 1, maxLength: 300 }),
  viewport: fc.integer({ min: 200, max: 1_500 }),
  edges: fc.tuple(fc.nat(300), fc.nat(300)),
  place: fc.double({ min: 0, max: 1, noNaN: true }),
}).map(({ heights, viewport, edges, place }): Transcript => {
  const [one, other] = edges.map((edge) => edge % (heights.length + 1)).toSorted((first, second) => first - second)
  const window = { start: Math.min(one ?? 0, heights.length - 1), end: Math.max(other ?? 1, Math.min(one ?? 0, heights.length - 1) + 1) }
  return { heights, viewport, window, top: Math.max(0, sum(heights) - viewport) * place }
})

const runs = { numRuns: 2_000 }

describe('the window over a transcript', () => {
  it('covers the view and one and a half views on either side, as far as there are messages', () => {
    fc.assert(fc.property(transcripts, (transcript) => {
      const { heights, viewport, top } = transcript
      const { start, end } = plan(transcript)
      const from = sum(heights.slice(0, start))
      const to = sum(heights.slice(0, end))
      const reach = viewport * 1.5
      expect(start === 0 || from <= top - reach + 1e-6).toBe(true)
      expect(end === heights.length || to >= top + viewport + reach - 1e-6).toBe(true)
    }), runs)
  })

  it('stands still when it is planned again', () => {
    fc.assert(fc.property(transcripts, (transcript) => {
      const window = plan(transcript)
      expect(plan({ ...transcript, window })).toEqual(window)
    }), runs)
  })

  it('keeps no more than sixty messages, unless a view needs them', () => {
    fc.assert(fc.property(transcripts, (transcript) => {
      const { heights, viewport, top } = transcript
      const { start, end } = plan(transcript)
      const from = sum(heights.slice(0, start))
      const spareAbove = top - from - (heights[start] ?? 0)
      const spareBelow = sum(heights.slice(0, end)) - top - viewport - (heights[end - 1] ?? 0)
      const farther = top - from >= sum(heights.slice(0, end)) - top - viewport ? spareAbove : spareBelow
      expect(end - start <= 60 || farther < viewport * 1.5).toBe(true)
    }), runs)
  })
})
