import { eastAsianWidth } from 'get-east-asian-width'

/** Marks that take no room of their own. */
const overlay = /^[\p{Mn}\p{Me}]$/v
const wholeEmoji = /^\p{RGI_Emoji}$/v
const leadingEmoji = /^\p{RGI_Emoji}/v
const flagHalf = /^\p{RI}$/v

/** How many cells one character takes: wide ones 2, marks on another none. */
export function measureCells(character: string): number {
  if (overlay.test(character)) return 0
  return flagHalf.test(character) ? 2 : eastAsianWidth(character.codePointAt(0) ?? 0)
}

/** An emoji is two cells wide, whatever it is made of; what else belongs to the sign takes its own room. */
export function measureSign(sign: string): number {
  const [emoji = ''] = leadingEmoji.exec(sign) ?? []
  return [...sign.slice(emoji.length)].reduce((cells, character) => cells + measureCells(character), emoji === '' ? 0 : 2)
}

/** What is one sign to a reader though it is made of several characters. */
export function isWholeEmoji(text: string): boolean {
  return wholeEmoji.test(text)
}
