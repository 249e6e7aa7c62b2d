/** Characters that turn the direction of what stands after them, beyond the title's own end. */
const directions = /[\u202A-\u202E\u2066-\u2069]/g
const visible = /[^\p{Cf}\p{Z}]/u

/**
 * A title as it is stored and drawn: one line, without control characters, and text that any database can hold; empty
 * where nothing of it could be seen.
 */
export function toTitleLine(text: string): string {
  const line = text.toWellFormed().replaceAll(directions, '').replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
  return visible.test(line) ? line : ''
}
