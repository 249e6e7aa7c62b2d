import { stripVTControlCharacters } from 'node:util'

/** Line breaks and tabs are text; the rest of the controls, and what is no character at all, isn't. */
const forbiddenCharacters = /[[\p{Cc}--[\t\n\r\u007F-\u009F]]\uFFFE\uFFFF]/gv

/**
 * Text as it may be stored and shown: terminal colour codes are dropped, line ends are `\n`, and each character that
 * XML forbids (NUL among them), and each half of a pair, is replaced by U+FFFD.
 */
export function toCleanText(text: string): string {
  return stripVTControlCharacters(text).replaceAll(/\r\n?/g, '\n').replaceAll(forbiddenCharacters, '\uFFFD').toWellFormed()
}

/** Clean text on one line, trimmed, at most `maxLength` code units. */
export function toCleanLine(text: string, maxLength: number): string {
  return toCappedText(toCleanText(text).replaceAll(/[\t\n]+/g, ' ').trim(), maxLength)
}

/** At most `maxLength` code units; a longer text ends with an ellipsis, never with half a pair. */
export function toCappedText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const end = text.codePointAt(maxLength - 2) ?? 0
  return `${text.slice(0, end > 0xFFFF ? maxLength - 2 : maxLength - 1)}…`
}
