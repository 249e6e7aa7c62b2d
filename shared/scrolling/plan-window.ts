/** The messages of a transcript that are mounted, by their indexes. */
export interface MessageWindow {
  start: number
  /** Exclusive. */
  end: number
}

/** A reader's view of a transcript whose other messages have empty room in their place; lengths in CSS pixels. */
export interface WindowView {
  window: MessageWindow
  /** Of all messages. */
  count: number
  /** From the upper edge of what is mounted down to the view's; negative where the view begins above what is mounted. */
  above: number
  /** From the view's lower edge down to that of what is mounted. */
  below: number
  viewport: number
  /** Of a message as it was last seen, else as it is guessed. */
  heightOf(index: number): number
}

/** Messages come into the window by so many at a time. */
export const pageLength = 20

/** More are not kept, unless they are so low that a reader may need them. */
const mostMounted = 60

/** So many views on either side are always mounted, so that a reader who scrolls meets no empty room. */
const viewsAround = 1.5

/** Which messages to mount for a view: those in sight and those about to come, and few more. */
export function planWindow(view: WindowView): MessageWindow {
  const isPast = view.above < -view.viewport || view.below < -view.viewport
  return trimWindow(growWindow(isPast ? findWindow(view) : view))
}

/** A page of messages round one of them. */
export function toWindowAround(index: number, count: number): MessageWindow {
  const start = Math.max(0, Math.min(index - pageLength / 2, count - pageLength))
  return { start, end: Math.min(count, start + pageLength) }
}

/** Where nothing that is mounted is near: the messages whose room the view is in. */
function findWindow(view: WindowView): WindowView {
  const { count, heightOf } = view
  let fromTop = view.above + sumHeights(view, 0, view.window.start)
  let index = 0
  while (index < count - 1 && fromTop >= heightOf(index)) {
    fromTop -= heightOf(index)
    index += 1
  }
  const window = toWindowAround(index, count)
  const above = sumHeights(view, window.start, index) + fromTop
  return { ...view, window, above, below: sumHeights(view, window.start, window.end) - above - view.viewport }
}

function growWindow(view: WindowView): WindowView {
  const reach = view.viewport * viewsAround
  let { window: { start, end }, above, below } = view
  while (above < reach && start > 0) {
    const next = Math.max(0, start - pageLength)
    above += sumHeights(view, next, start)
    start = next
  }
  while (below < reach && end < view.count) {
    const next = Math.min(view.count, end + pageLength)
    below += sumHeights(view, end, next)
    end = next
  }
  return { ...view, window: { start, end }, above, below }
}

/** What is farther off goes first. */
function trimWindow(view: WindowView): MessageWindow {
  const reach = view.viewport * viewsAround
  let { window: { start, end }, above, below } = view
  while (end - start > mostMounted) {
    const isAbove = above >= below
    const left = isAbove ? above - view.heightOf(start) : below - view.heightOf(end - 1)
    if (left < reach) break
    if (isAbove) [start, above] = [start + 1, left]
    else [end, below] = [end - 1, left]
  }
  return { start, end }
}

function sumHeights({ heightOf }: WindowView, from: number, to: number): number {
  let sum = 0
  for (let index = from; index < to; index += 1) sum += heightOf(index)
  return sum
}
