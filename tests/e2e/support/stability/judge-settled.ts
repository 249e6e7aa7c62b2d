import { isSameView, toPairs, toRowsByKey } from './compare-frames.ts'
import type { Fault, FrameSample, Recording, RowSample } from './frame-sample.ts'

/** CSS pixels. */
const mayDiffer = 0.5

/** Rows that hold what they held are as high as they were, as far from each other as they were: colours of code don't move them. */
export function judgeSettled({ frames }: Recording): Fault[] {
  return toPairs(frames).filter(([frame, next]) => isSameView(frame, next)).flatMap(([frame, next]) => {
    const same = toSameRows(frame, next)
    return [...judgeHeights(same, next.at), ...judgeGaps(same, frame, next)]
  })
}

type SameRows = ReadonlyMap<string, { before: RowSample, now: RowSample }>

function toSameRows(frame: FrameSample, next: FrameSample): SameRows {
  const rows = toRowsByKey(next)
  return new Map(frame.rows.flatMap((before) => {
    const now = rows.get(before.key)
    const isSame = now?.text === before.text && now.state === before.state && now.kind === before.kind
    return now && isSame ? [[before.key, { before, now }]] : []
  }))
}

function judgeHeights(same: SameRows, at: number): Fault[] {
  return [...same].flatMap(([key, { before, now }]): Fault[] => {
    const pixels = now.bottom - now.top - (before.bottom - before.top)
    return Math.abs(pixels) > mayDiffer ? [{ at, says: `${key} holds the same and is ${pixels.toFixed(1)} px higher` }] : []
  })
}

function judgeGaps(same: SameRows, frame: FrameSample, next: FrameSample): Fault[] {
  const followers = toFollowers(frame)
  return [...toFollowers(next)].flatMap(([key, follower]): Fault[] => {
    const [upper, lower] = [same.get(key), same.get(follower)]
    if (!upper || !lower || followers.get(key) !== follower) return []
    const pixels = lower.now.top - upper.now.bottom - (lower.before.top - upper.before.bottom)
    return Math.abs(pixels) > mayDiffer ? [{ at: next.at, says: `${follower} stands ${pixels.toFixed(1)} px farther from ${key}` }] : []
  })
}

/** The key of what stands next below each row, among those that stand in the same. */
function toFollowers({ rows }: FrameSample): Map<string, string> {
  return new Map([...Map.groupBy(rows, ({ parent }) => parent).values()].flatMap((siblings) => siblings.slice(1).map(({ key }, index): [string, string] => [siblings[index]?.key ?? '', key])))
}
