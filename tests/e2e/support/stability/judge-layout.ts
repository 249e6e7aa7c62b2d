import { isInView, listFollowing, listLeaves } from './compare-frames.ts'
import type { Fault, FrameSample, Recording, RowSample } from './frame-sample.ts'

/** CSS pixels. */
const mayOverlap = 0.5

/** Rows stand below each other in the order of the document, in every frame. */
export function judgeOrder({ frames }: Recording): Fault[] {
  return frames.flatMap(({ at, rows }) => [...Map.groupBy(rows, ({ parent }) => parent).values()].flatMap((siblings) => siblings.flatMap((row, index): Fault[] => {
    const before = siblings[index - 1]
    if (row.bottom < row.top) return [{ at, says: `${row.key} has a negative height` }]
    return before && row.top < before.bottom - mayOverlap ? [{ at, says: `${row.key} stands ${(before.bottom - row.top).toFixed(1)} px over ${before.key}` }] : []
  })))
}

/** From the send to the turn's end something is in view, and something of the running message, for those who follow. */
export function judgeBlanks({ frames }: Recording): Fault[] {
  const following = listFollowing(frames)
  return frames.flatMap((frame, index): Fault[] => {
    if (!frame.busy && !frames[index - 1]?.busy) return []
    const inView = listLeaves(frame).filter((row) => row.bottom > row.top && isInView(row, frame))
    if (inView.length === 0) return [{ at: frame.at, says: 'nothing is in view' }]
    const message = toLastMessage(frame)
    if (message?.kind !== 'message assistant') return [{ at: frame.at, says: 'a question is last, without an answer' }]
    const isRead = inView.some((row) => row.key.startsWith(`${message.key}:`))
    return following[index] && !isRead ? [{ at: frame.at, says: `nothing of ${message.key} is in view` }] : []
  })
}

function toLastMessage({ rows }: FrameSample): RowSample | undefined {
  return rows.findLast(({ parent }) => parent === '')
}
