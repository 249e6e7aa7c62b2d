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
  /** How high the page was when its rows stood so, without the reserve. In CSS pixels. */
  height: number
  /** CSS pixels of empty room below the end: it keeps the place where so much went that the page is too short for it. */
  reserve: number
}

function rememberPlace(element: HTMLElement, follower: ScrollFollower): void {
  follower.anchors = planAnchors(measureRows(element), element.clientHeight)
  follower.height = toHeight(element, follower)
}

/** After a scroll. Where something has grown whose place is not settled yet, the rows stand wrong: they are found again then. */
export function rememberSettledPlace(element: HTMLElement, follower: ScrollFollower): void {
  if (toHeight(element, follower) === follower.height) rememberPlace(element, follower)
}

/** The reader goes up: what they see now is their place, not the end. */
export function leaveEnd(element: HTMLElement, follower: ScrollFollower): void {
  if (toHeight(element, follower) !== follower.height) {
    // A page that has become shorter has scrolled by itself.
    if (toHeight(element, follower) > follower.height) takeUpScroll(element, follower)
    settleScroll(element, follower)
  }
  follower.following = false
  rememberPlace(element, follower)
}

function toHeight(element: HTMLElement, { reserve }: ScrollFollower): number {
  return element.scrollHeight - reserve
}

/** Whether the real end, without the reserve, is in sight. */
export function hasEndInSight(element: HTMLElement, { reserve }: ScrollFollower): boolean {
  const { scrollTop, clientHeight, scrollHeight } = element
  return isAtEnd({ scrollTop, clientHeight, scrollHeight: scrollHeight - reserve })
}

/** Takes up the place of somebody who scrolled since the server's page put itself in place (`server/headers/show-reading-place.ts`); false where nobody did. */
export function beginWhereScrolled(element: HTMLElement, follower: ScrollFollower): boolean {
  const { placedAt } = element.dataset
  if (placedAt === undefined || Math.abs(element.scrollTop - Number(placedAt)) <= 1) return false
  follower.following = false
  rememberPlace(element, follower)
  return true
}

/** After any change of size: to the end while following, else back to the remembered place. */
export function settleScroll(element: HTMLElement, follower: ScrollFollower): void {
  trimReserve(element, follower)
  if (follower.following && follower.reserve === 0) {
    writeScroll(element, follower, element.scrollHeight)
    follower.anchors = []
    follower.height = toHeight(element, follower)
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
  const moved = takeUpScroll(element, follower)
  trimReserve(element, follower)
  if (moved < -1) follower.following = false
  // A browser tells of a scroll before it tells what has grown: until that is settled, other messages stand in the view.
  if (toHeight(element, follower) !== follower.height) settleScroll(element, follower)
  // Our own scroll is no way to the end: who has begun to select there stays.
  if (moved !== 0 && hasEndInSight(element, follower)) follower.following = true
  follower.lastTop = element.scrollTop
}

/** The place goes with a scroll, also with one whose event is still to come: what is settled then doesn't take it back. Gives how far, downwards. */
function takeUpScroll(element: HTMLElement, follower: ScrollFollower): number {
  const moved = element.scrollTop - follower.lastTop
  follower.anchors = follower.anchors.map((anchor) => ({ ...anchor, top: anchor.top - moved }))
  follower.lastTop = element.scrollTop
  return moved
}

export function jumpToEnd(element: HTMLElement, follower: ScrollFollower): void {
  setReserve(element, follower, 0)
  follower.following = true
  writeScroll(element, follower, element.scrollHeight)
}

/** What a search found stands at this part of the view's height, from the top. */
const shareAbove = 0.3

/** CSS pixels: nearer to the view's edges, a thing doesn't count as in sight. */
const edgeRoom = 72

/** Brings a thing of a message into the view; where it is in sight, nothing moves. */
export function placeInView(element: HTMLElement, follower: ScrollFollower, thing: { getBoundingClientRect(): DOMRect }): void {
  const view = element.getBoundingClientRect()
  const { top, bottom } = thing.getBoundingClientRect()
  const isInSight = top >= view.top + edgeRoom && Math.min(bottom, top + edgeRoom) <= view.bottom - edgeRoom
  if (!isInSight) writeScroll(element, follower, element.scrollTop + top - view.top - element.clientHeight * shareAbove)
  rememberPlace(element, follower)
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
  const room = element.querySelector<HTMLElement>('[data-reserve]')
  if (room === null || pixels === follower.reserve) return
  follower.reserve = pixels
  room.style.height = `${pixels}px`
}

function writeScroll(element: HTMLElement, follower: ScrollFollower, top: number): void {
  element.scrollTop = top
  follower.lastTop = element.scrollTop
}
