import { isAtEnd, planAnchors, resolveShift, type PlaceAnchor } from '#layers/northlight/shared/scrolling/transcript-place.ts'
import { findRow, measureRows } from './transcript-rows.ts'

/** What is known of one scrolling element's reader. */
export interface ScrollFollower {
  /** True while the end is followed. */
  following: boolean
  /** The last scroll position that we wrote or saw. */
  lastTop: number
  /** Where the rows stood, best first. */
  anchors: PlaceAnchor[]
  /** CSS pixels of empty room below the end: it keeps the place where so much went that the page is too short for it. */
  reserve: number
  /** True while a place that was left is gone back to: it is not measured anew until what it shows has its real height. */
  returning: boolean
}

/** The style sheet adds this length below the content. */
const reserveProperty = '--nl-reserve'

export function rememberPlace(element: HTMLElement, follower: ScrollFollower): void {
  if (follower.returning) return
  follower.anchors = planAnchors(measureRows(element), element.clientHeight)
}

/** Whether the real end, without the reserve, is in sight. */
export function hasEndInSight(element: HTMLElement, { reserve }: ScrollFollower): boolean {
  const { scrollTop, clientHeight, scrollHeight } = element
  return isAtEnd({ scrollTop, clientHeight, scrollHeight: scrollHeight - reserve })
}

/** After any change of size: to the end while following, else back to the remembered place. */
export function settleScroll(element: HTMLElement, follower: ScrollFollower): void {
  trimReserve(element, follower)
  if (follower.following && follower.reserve === 0) {
    writeScroll(element, follower, element.scrollHeight)
  }
  else {
    keepPlace(element, follower)
    rememberPlace(element, follower)
  }
}

/** Goes back to a place that was left; false when none of its rows is there any more. */
export function returnToPlace(element: HTMLElement, follower: ScrollFollower, anchors: readonly PlaceAnchor[]): boolean {
  if (!anchors.some(({ key }) => findRow(element, key))) return false
  follower.following = false
  follower.anchors = [...anchors]
  keepPlace(element, follower)
  return true
}

/** Where the reader is now; undefined at the end. */
export function toPlace(element: HTMLElement, follower: ScrollFollower): readonly PlaceAnchor[] | undefined {
  if (follower.following || hasEndInSight(element, follower)) return undefined
  rememberPlace(element, follower)
  return follower.anchors
}

/** After a change that the reader asked for: the place first, and the end is followed only if it is in sight. */
export function restorePlace(element: HTMLElement, follower: ScrollFollower): void {
  keepPlace(element, follower)
  follower.following = hasEndInSight(element, follower)
  settleScroll(element, follower)
}

/** After a scroll, whoever made it: going up leaves the end, reaching it follows it again. */
export function readScroll(element: HTMLElement, follower: ScrollFollower): void {
  const movedUp = element.scrollTop < follower.lastTop - 1
  trimReserve(element, follower)
  follower.following = hasEndInSight(element, follower) || (follower.following && !movedUp)
  follower.lastTop = element.scrollTop
}

export function jumpToEnd(element: HTMLElement, follower: ScrollFollower): void {
  setReserve(element, follower, 0)
  follower.following = true
  writeScroll(element, follower, element.scrollHeight)
}

function keepPlace(element: HTMLElement, follower: ScrollFollower): void {
  const edge = element.getBoundingClientRect().top
  const shift = resolveShift(follower.anchors, (key) => {
    const row = findRow(element, key)
    return row === undefined ? undefined : row.getBoundingClientRect().top - edge
  })
  if (Math.abs(shift.pixels) < 1) {
    return
  }
  const wanted = element.scrollTop + shift.pixels
  writeScroll(element, follower, wanted)
  const missing = wanted - element.scrollTop
  if (missing >= 1 && shift.visible) {
    setReserve(element, follower, follower.reserve + Math.ceil(missing))
    writeScroll(element, follower, wanted)
  }
}

/** Room that is out of sight, or that text has filled, isn't needed any more. */
function trimReserve(element: HTMLElement, follower: ScrollFollower): void {
  const end = element.scrollHeight - follower.reserve
  const needed = Math.max(0, Math.ceil(element.scrollTop + element.clientHeight - end))
  if (needed < follower.reserve) {
    setReserve(element, follower, needed)
  }
}

function setReserve(element: HTMLElement, follower: ScrollFollower, pixels: number): void {
  follower.reserve = pixels
  element.style.setProperty(reserveProperty, `${pixels}px`)
}

function writeScroll(element: HTMLElement, follower: ScrollFollower, top: number): void {
  element.scrollTop = top
  follower.lastTop = element.scrollTop
}
