const chip = /\[U\+(?<code>[0-9A-F]{4,6})\]/g

/** The very text that was escaped. */
export function unescapeText(escaped: string): string {
  return escaped.replaceAll(chip, (_chip, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
}
