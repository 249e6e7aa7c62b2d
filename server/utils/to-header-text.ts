/** A text as the value of a header's `name*` field, by RFC 5987, which leaves fewer characters alone than a URL does. */
export function toHeaderText(text: string): string {
  return encodeURIComponent(text).replaceAll(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
}
