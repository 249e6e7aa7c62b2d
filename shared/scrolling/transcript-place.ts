/** One row as it stands on screen; `top` and `bottom` in CSS pixels from the viewport's upper edge. */
export interface RowBox {
  key: string
  top: number
  bottom: number
  /** True for a row that holds other rows: they tell the place better than their frame. */
  holdsRows: boolean
}

/** A row, and where it stood. */
export interface PlaceAnchor {
  key: string
  top: number
  visible: boolean
}

/** The id of the message that a row stands in, by the row's key. */
export function toMessageId(key: string): string {
  return key.slice(0, key.lastIndexOf(':'))
}

interface ScrollGeometry {
  scrollTop: number
  clientHeight: number
  scrollHeight: number
}

/** CSS pixels: fractions of zoomed pages must not count as "away from the end". */
const endTolerance = 4

export function isAtEnd(geometry: ScrollGeometry): boolean {
  return geometry.scrollHeight - geometry.clientHeight - geometry.scrollTop <= endTolerance
}

/**
 * What tells a reader's place, best first: the visible rows from the top, then the rows above, nearest first
 * (`surfacing.md`, "Resolving the level"). `boxes` are in document order.
 */
export function planAnchors(boxes: readonly RowBox[], viewportHeight: number): PlaceAnchor[] {
  const isVisible = (box: RowBox) =>
    box.bottom > 0 && box.top < viewportHeight && (!box.holdsRows || box.top >= 0)
  const visible = boxes.filter(isVisible)
  const above = boxes.filter((box) => box.top < 0 && !isVisible(box)).reverse()
  return [
    ...visible.map(({ key, top }) => ({ key, top, visible: true })),
    ...above.map(({ key, top }) => ({ key, top, visible: false })),
  ]
}

/** How far to scroll so that the best anchor that still exists stands where it stood, and whether a reader saw it there. */
export function resolveShift(
  anchors: readonly PlaceAnchor[],
  toTop: (key: string) => number | undefined,
): { pixels: number, visible: boolean } {
  for (const anchor of anchors) {
    const top = toTop(anchor.key)
    if (top !== undefined) {
      return { pixels: top - anchor.top, visible: anchor.visible }
    }
  }
  return { pixels: 0, visible: false }
}
