/** A title as it is stored and drawn: one line, without control characters, and text that any database can hold. */
export function toTitleLine(text: string): string {
  return text.toWellFormed().replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
}
