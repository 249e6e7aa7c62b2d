import { toPairs, toRowsByKey } from './compare-frames.ts'
import type { Fault, Recording, RowSample } from './frame-sample.ts'

const growing = new Set(['answer', 'working-note', 'reasoning'])

/** What can be read of a text is only ever added to, also where it becomes a note of a card. */
export function judgeGrowth({ frames, texts }: Recording): Fault[] {
  return toPairs(frames).flatMap(([frame, next]) => {
    const rows = toRowsByKey(next)
    return frame.rows.flatMap((row): Fault[] => {
      const now = rows.get(row.key)
      if (!now || !isGrowing(row, now)) return []
      const [before, after] = [toLetters(texts[row.text]), toLetters(texts[now.text])]
      return after.startsWith(before) ? [] : [{ at: next.at, says: `${row.key} takes back what it showed: "${texts[row.text]?.slice(-40)}", then "${texts[now.text]?.slice(-40)}"` }]
    })
  })
}

/** A reasoning that folds shows its head alone. */
function isGrowing(row: RowSample, now: RowSample): boolean {
  return row.text !== now.text && growing.has(row.kind) && growing.has(now.kind) && row.state === now.state && row.label === now.label
}

/** Marks come and go as Markdown is understood, and code has a button; what was written stays. */
function toLetters(text = ''): string {
  return text.replaceAll('Copy code', '').replaceAll(/[^\p{L}]/gu, '')
}
