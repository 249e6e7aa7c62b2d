import { foldText } from './fold-text.ts'
import type { RowText } from './to-row-texts.ts'

/** Rows whose texts are folded, to be searched again and again. */
export function foldRows(rows: readonly RowText[]): RowText[] {
  return rows.map((row) => ({ ...row, text: foldText(row.text) }))
}

/** The first row of a message that has one of the words, where the message has all of them; rows and words are folded. */
export function findInRows(rows: readonly RowText[], words: readonly string[]): RowText | undefined {
  const hasAll = words.length > 0 && words.every((word) => rows.some(({ text }) => text.includes(word)))
  return hasAll ? rows.find(({ text }) => words.some((word) => text.includes(word))) : undefined
}
