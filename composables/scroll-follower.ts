import { isAtEnd, planAnchors, resolveScrollDelta, type PlaceAnchor } from '#layers/northlight/shared/scrolling/transcript-place.ts'
import { findRow, measureRows } from './transcript-rows.ts'

/** What is known of one scrolling element's reader. */
export interface ScrollFollower {
  /** True while the end is followed. */
  following: boolean
  /** The last scroll position that we wrote or saw. */
  lastTop: number
  /** Where the rows stood, best first. */
  anchors: PlaceAnchor[]
}

export function rememberPlace(element: HTMLElement, follower: ScrollFollower): void {
  follower.anchors = planAnchors(measureRows(element), element.clientHeight)
}

/** After any change of size: to the end while following, else back to the remembered place. */
export function settleScroll(element: HTMLElement, follower: ScrollFollower): void {
  if (follower.following) {
    writeScroll(element, follower, element.scrollHeight)
  }
  else {
    keepPlace(element, follower)
    rememberPlace(element, follower)
  }
}

/** After a change that the reader asked for: the place first, and the end is followed only if it is in sight. */
export function restorePlace(element: HTMLElement, follower: ScrollFollower): void {
  keepPlace(element, follower)
  follower.following = isAtEnd(element)
  settleScroll(element, follower)
}

/** After a scroll, whoever made it: going up leaves the end, reaching it follows it again. */
export function readScroll(element: HTMLElement, follower: ScrollFollower): void {
  const movedUp = element.scrollTop < follower.lastTop - 1
  follower.following = isAtEnd(element) || (follower.following && !movedUp)
  follower.lastTop = element.scrollTop
}

function keepPlace(element: HTMLElement, follower: ScrollFollower): void {
  const edge = element.getBoundingClientRect().top
  const delta = resolveScrollDelta(follower.anchors, (key) => {
    const row = findRow(element, key)
    return row === undefined ? undefined : row.getBoundingClientRect().top - edge
  })
  if (Math.abs(delta) >= 1) {
    writeScroll(element, follower, element.scrollTop + delta)
  }
}

function writeScroll(element: HTMLElement, follower: ScrollFollower, top: number): void {
  element.scrollTop = top
  follower.lastTop = element.scrollTop
}
