import { describe, expect, it } from 'vitest'
import { isAtEnd, planAnchors, resolveShift, type RowBox } from '#layers/northlight/shared/scrolling/transcript-place.ts'

const toBox = (key: string, top: number, bottom: number, holdsRows = false): RowBox => ({ key, top, bottom, holdsRows })

const boxes = [
  toBox('gone above', -400, -300), toBox('near above', -300, -200), toBox('card', -200, 150, true), toBox('cut note', -100, 50),
  toBox('line', 50, 90), toBox('answer', 150, 700), toBox('below', 900, 950),
]

describe('the reader’s place', () => {
  it('is told by the visible rows from the top, then by the rows above, nearest first', () => {
    expect(planAnchors(boxes, 600).map(({ key }) => key)).toEqual(['cut note', 'line', 'answer', 'card', 'near above', 'gone above'])
  })

  it('is told by a card whose own head is in sight', () => {
    expect(planAnchors([toBox('card', 10, 300, true), toBox('note', 40, 90)], 600)[0]?.key).toBe('card')
  })

  it('moves by as much as the best row that is left has moved', () => {
    const anchors = planAnchors(boxes, 600)
    const toTops = (tops: Record<string, number>) => (key: string) => tops[key]
    expect(resolveShift(anchors, toTops({ 'cut note': 20, 'answer': 0 }))).toEqual({ pixels: 120, visible: true })
    expect(resolveShift(anchors, toTops({ 'answer': 90, 'near above': 0 }))).toEqual({ pixels: -60, visible: true })
    expect(resolveShift(anchors, toTops({ 'near above': -350 }))).toEqual({ pixels: -50, visible: false })
    expect(resolveShift(anchors, () => undefined)).toEqual({ pixels: 0, visible: false })
  })

  it('is the end within four pixels', () => {
    expect(isAtEnd({ scrollTop: 396, clientHeight: 600, scrollHeight: 1000 })).toBe(true)
    expect(isAtEnd({ scrollTop: 395, clientHeight: 600, scrollHeight: 1000 })).toBe(false)
  })
})
