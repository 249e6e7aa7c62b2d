import { isInView, splitByView, toPairs, toRowsByKey } from './compare-frames.ts'
import type { Fault, FrameSample, Recording, RowSample } from './frame-sample.ts'

/** Milliseconds within which nothing may change and change back. */
const calmMs = 500
/** CSS pixels. */
const mayDiffer = 1

/** No label or state goes and comes back at once, no row goes and comes back at all, and none is made anew. */
export function judgeFlicker({ frames }: Recording): Fault[] {
  return splitByView(frames).flatMap((stretch) => [...judgeWords(stretch), ...judgePresence(stretch), ...judgeElements(stretch)])
}

/** The live line says what is newest, as fast as that comes: at level 0 a note, and that it works once the answer has begun. */
function judgeWords(frames: readonly FrameSample[]): Fault[] {
  return [...toSightings(frames)].filter(([, [first]]) => first?.row.kind !== 'live-line').flatMap(([key, sightings]) => {
    const changes = sightings.map(({ at, row }) => ({ at, words: `${row.label} ${row.state}` })).filter(({ words }, index, all) => words !== all[index - 1]?.words)
    return changes.flatMap(({ at, words }, index): Fault[] => {
      const [between, before] = [changes[index - 1], changes[index - 2]]
      return between && before?.words === words && at - between.at < calmMs ? [{ at, says: `${key} goes from "${words}" to "${between.words}" and back` }] : []
    })
  })
}

/** The live line gives way to what grows, but not to nothing for a moment; what went out of sight with its message may come back. */
function judgePresence(frames: readonly FrameSample[]): Fault[] {
  return [...toSightings(frames)].flatMap(([key, sightings]) => sightings.flatMap((sighting, number): Fault[] => {
    const before = sightings[number - 1]
    if (!before || before.index === sighting.index - 1) return []
    const ms = sighting.at - before.at
    const isExcused = sighting.row.kind === 'live-line' ? ms >= calmMs || gaveWay(before, frames) : wentOutOfSight(before, frames)
    return isExcused ? [] : [{ at: sighting.at, says: `${key} was gone for ${ms} ms` }]
  }))
}

/** To a row that came or grew in its place. */
function gaveWay({ row, index }: Sighting, frames: readonly FrameSample[]): boolean {
  const [last, next] = [frames[index], frames[index + 1]]
  const before = last && toRowsByKey(last)
  return next?.rows.some((other) => other.parent === row.parent && before?.get(other.key)?.text !== other.text) ?? false
}

/** Messages far from the view are not in the page. */
function wentOutOfSight({ row, index }: Sighting, frames: readonly FrameSample[]): boolean {
  const [last, next] = [frames[index], frames[index + 1]]
  return last !== undefined && next !== undefined && !isInView(row, last) && !next.rows.some(({ key }) => key === toMessageKey(row))
}

/** Text that joins a card is drawn by another component: its kind tells. A new chat's page is made anew when it gets its address. */
function judgeElements(frames: readonly FrameSample[]): Fault[] {
  return toPairs(frames).flatMap(([frame, next]) => {
    const rows = toRowsByKey(next)
    return frame.rows.flatMap((row): Fault[] => {
      const now = rows.get(row.key)
      if (now) return now.element !== row.element && now.kind === row.kind && frame.transcript === next.transcript ? [{ at: next.at, says: `${row.key} was made anew` }] : []
      const isLost = row.parent === '' && isInView(row, frame) && !hasHeir(row, frame, next)
      return isLost ? [{ at: next.at, says: `the message ${row.key} has gone from the view` }] : []
    })
  })
}

/** What stood for an answer until it came leaves it its place in the same frame. */
function hasHeir(row: RowSample, frame: FrameSample, next: FrameSample): boolean {
  const before = toRowsByKey(frame)
  return next.rows.some((other) => other.parent === '' && other.kind === row.kind && !before.has(other.key)
    && Math.abs(other.top + next.scrollTop - row.top - frame.scrollTop) <= mayDiffer)
}

interface Sighting {
  at: number
  /** Of the frame. */
  index: number
  row: RowSample
}

function toSightings(frames: readonly FrameSample[]): Map<string, Sighting[]> {
  const all = frames.flatMap(({ at, rows }, index) => rows.map((row) => ({ at, index, row })))
  return Map.groupBy(all, ({ row }) => row.key)
}

function toMessageKey({ key, parent }: RowSample): string {
  return parent === '' ? key : key.slice(0, key.lastIndexOf(':'))
}
