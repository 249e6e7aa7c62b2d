import { foldWithPlaces } from './fold-text.ts'

/** A stretch of a text, in UTF-16 units; `end` is exclusive. */
export interface TextRange {
  start: number
  end: number
}

/** Where the words stand in a text, whatever their case and accents, in order and never overlapping; `words` are folded (`foldText`). */
export function findWords(text: string, words: readonly string[]): TextRange[] {
  const { folded, toPlace } = foldWithPlaces(text)
  const found = words.filter((word) => word !== '').flatMap((word) => findWord(folded, word)).sort((one, other) => one.start - other.start || other.end - one.end)
  const ranges: TextRange[] = []
  let last = 0
  for (const { start, end } of found) {
    if (start < last) continue
    last = end
    ranges.push({ start: toPlace(start), end: toPlace(end) })
  }
  return ranges
}

function findWord(folded: string, word: string): TextRange[] {
  const ranges: TextRange[] = []
  for (let start = folded.indexOf(word); start >= 0; start = folded.indexOf(word, start + word.length)) ranges.push({ start, end: start + word.length })
  return ranges
}
