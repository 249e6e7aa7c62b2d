import type { FrameSample, RowSample } from './frame-sample.ts'

/** The end is in view; in CSS pixels. */
export const farthestEnd = 4

/** Each frame with the one after it. */
export function toPairs(frames: readonly FrameSample[]): [FrameSample, FrameSample][] {
  return frames.slice(1).flatMap((next, index) => {
    const frame = frames[index]
    return frame ? [[frame, next]] : []
  })
}

/** Whether nothing but the page itself may have changed what is in them. */
export function isSameView(one: FrameSample, other: FrameSample): boolean {
  return one.levelChanges === other.levelChanges && one.clientWidth === other.clientWidth
}

/** The longest stretches of one view. */
export function splitByView(frames: readonly FrameSample[]): FrameSample[][] {
  const stretches: FrameSample[][] = []
  for (const frame of frames) {
    const last = stretches.at(-1)
    if (last?.[0] && isSameView(last[0], frame)) last.push(frame)
    else stretches.push([frame])
  }
  return stretches
}

export const toRowsByKey = ({ rows }: FrameSample): ReadonlyMap<string, RowSample> => new Map(rows.map((row) => [row.key, row]))

/** Rows that hold no others, of which a message has at least one. */
export function listLeaves({ rows }: FrameSample): RowSample[] {
  const parents = new Set(rows.map(({ parent }) => parent))
  return rows.filter((row) => row.parent !== '' && !parents.has(row.key))
}

export const isInView = ({ top, bottom }: RowSample, { clientHeight }: FrameSample): boolean => bottom > 0 && top < clientHeight

/** How far the real end, without the room that keeps a place, is below the view. In CSS pixels. */
export const toDistanceToEnd = ({ scrollHeight, reserve, clientHeight, scrollTop }: FrameSample): number => scrollHeight - reserve - clientHeight - scrollTop

/** A reader who changes the level keeps the place, and goes on following only with the end in view. */
export function listFollowing(frames: readonly FrameSample[]): boolean[] {
  let follows = false
  return frames.map((frame, index) => {
    const before = frames[index - 1]
    if (!before || before.reader !== frame.reader) follows = frame.reader === 'following'
    else if (before.levelChanges !== frame.levelChanges) follows = toDistanceToEnd(frame) <= farthestEnd
    return follows
  })
}
