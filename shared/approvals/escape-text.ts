import { readAtom, toChipName } from './read-atom.ts'

/**
 * A text with all that can't be seen in it written out, as `[U+202E]`; line ends stay, unless it is one line by its
 * nature. No two texts come out the same. What does not fit in so many characters is cut off between two signs, and a
 * bare ellipsis says so.
 */
export function escapeText(text: string, isOneLine = false, longest = Infinity): string {
  let escaped = ''
  // As much of it as leaves room for the mark of a cut.
  let marked = ''
  for (let offset = 0; offset < text.length;) {
    const { kind, end } = readAtom(text, offset, isOneLine)
    const source = text.slice(offset, end)
    escaped += kind === 'chip' ? `[${toChipName(source)}]` : source
    if (escaped.length > longest) return `${marked}…`
    if (escaped.length < longest) marked = escaped
    offset = end
  }
  return escaped
}
