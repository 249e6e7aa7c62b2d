import { farthestEnd, isInView, isSameView, listFollowing, toDistanceToEnd, toPairs, toRowsByKey } from './compare-frames.ts'
import type { Fault, FrameSample, Recording, RowSample } from './frame-sample.ts'

/** CSS pixels. */
const farthestShift = 1

/** A row that stood elsewhere than the reader had it. */
interface Shift {
  at: number
  key: string
  pixels: number
}

/** Who follows has the end in view in each frame; who doesn't has the topmost row where it was, whatever comes and goes, also at another level. */
export function judgePlace(recording: Recording): Fault[] {
  const { frames } = recording
  const following = listFollowing(frames)
  const lost = frames.flatMap((frame, index): Fault[] => {
    const distance = toDistanceToEnd(frame)
    return following[index] && distance > farthestEnd ? [{ at: frame.at, says: `the end is followed, and ${distance.toFixed(1)} px below the view` }] : []
  })
  const shifted = listShifts(recording).filter(({ pixels }) => Math.abs(pixels) > farthestShift)
    .map(({ at, key, pixels }): Fault => ({ at, says: `${key} is moved by ${pixels.toFixed(1)} px under a reader` }))
  return [...lost, ...shifted]
}

/** Of readers that don't follow: from frame to frame, and from where each stretch at one level began. */
export function listShifts({ frames }: Recording): Shift[] {
  const following = listFollowing(frames)
  let first = frames[0]
  return toPairs(frames).flatMap(([frame, next], index): Shift[] => {
    if (following[index] || following[index + 1] || !isComparable(frame, next)) {
      first = next
      return []
    }
    if (!first || !isSameView(first, next)) first = next
    return [toShift(frame, next), toShift(first, next)].filter((shift) => shift !== undefined)
  })
}

/** Of two changes of the level, or of one and a movement, the place between them was not seen. */
function isComparable(frame: FrameSample, next: FrameSample): boolean {
  const levelChanges = next.levelChanges - frame.levelChanges
  return frame.clientWidth === next.clientWidth && (levelChanges === 0 || (levelChanges === 1 && frame.moved === next.moved))
}

function toShift(frame: FrameSample, next: FrameSample): Shift | undefined {
  const rows = toRowsByKey(next)
  const anchor = listAnchors(frame).find(({ key }) => rows.has(key))
  const now = anchor && rows.get(anchor.key)
  return anchor && now && { at: next.at, key: anchor.key, pixels: now.top - anchor.top - (next.moved - frame.moved) }
}

/** The rows in view, from the top; one that holds others only where its own beginning is in view. */
function listAnchors(frame: FrameSample): RowSample[] {
  const parents = new Set(frame.rows.map(({ parent }) => parent))
  return frame.rows.filter((row) => row.parent !== '' && isInView(row, frame) && (!parents.has(row.key) || row.top >= 0))
}
