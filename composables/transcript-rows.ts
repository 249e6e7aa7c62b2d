import type { RowBox } from '#layers/northlight/shared/scrolling/transcript-place.ts'

/** Messages above the first visible one whose rows may tell the place, should all visible rows go. */
const messagesAbove = 3

/** The rows in sight and those close above, in document order. */
export function measureRows(scroller: HTMLElement): RowBox[] {
  const edge = scroller.getBoundingClientRect().top
  const messages = scroller.querySelectorAll('[data-slot="message"]')
  const first = findFirstBelow(messages, edge)
  const boxes: RowBox[] = []
  for (let index = Math.max(0, first - messagesAbove); index < messages.length; index += 1) {
    const message = messages[index]
    if (message === undefined || message.getBoundingClientRect().top > edge + scroller.clientHeight) {
      break
    }
    boxes.push(...measureMessage(message, edge))
  }
  return boxes
}

export function findRow(scroller: HTMLElement, key: string): Element | undefined {
  return scroller.querySelector(`[data-row-key="${CSS.escape(key)}"]`) ?? undefined
}

function measureMessage(message: Element, edge: number): RowBox[] {
  return [...message.querySelectorAll<HTMLElement>('[data-row-key]')].map((row) => {
    const box = row.getBoundingClientRect()
    return {
      key: row.dataset.rowKey ?? '',
      top: box.top - edge,
      bottom: box.bottom - edge,
      holdsRows: row.querySelector('[data-row-key]') !== null,
    }
  })
}

/** Index of the first message that reaches below the edge. */
function findFirstBelow(messages: NodeListOf<Element>, edge: number): number {
  let low = 0
  let high = messages.length
  while (low < high) {
    const middle = (low + high) >> 1
    const bottom = messages[middle]?.getBoundingClientRect().bottom ?? Infinity
    if (bottom > edge) {
      high = middle
    }
    else {
      low = middle + 1
    }
  }
  return low
}
