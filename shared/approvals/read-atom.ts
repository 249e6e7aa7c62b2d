import { isWholeEmoji, measureCells, measureSign } from './measure-cells.ts'

/** The smallest piece of a text that is shown whole: a sign as a reader sees it, a chip in its place, or the end of a line. */
export interface Atom {
  kind: 'text' | 'chip' | 'break'
  /** Where the next one begins. */
  end: number
  cells: number
}

const lineFeed = 0x0A
const bracket = 0x5B
const emojiSelector = '\uFE0F'

/** More marks on one sign cover what stands around it, and a sign that is wider would fit no row. */
const mostMarks = 8
const mostCells = 8
/** A sign with all its marks is shorter. In UTF-16 units. */
const longestAtom = 64

/** Control, format, lone, private and unassigned characters, what is drawn as nothing, and spaces other than the space. */
const hidden = /^[[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]--\x20]$/v
const mark = /^\p{M}$/v
const keycap = /^[0-9#*]$/
/** What may belong to the sign before it, and what may take the next one to itself though that does not say so. */
const joining = /^[\p{M}\p{Emoji_Modifier}\p{RI}\u0E33\u0EB3\uFF9E\uFF9F\u1100-\u11FF\uA960-\uA97F\uD7B0-\uD7FF]$/v
const binding = /^[\u0D4E\u1100-\u11FF\uA960-\uA97F\uD7B0-\uD7FF[[\u{11000}-\u{11FFF}]--\p{M}]]$/v

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * The atom at an offset, from what stands there and after it alone, so that reading can begin again wherever one began.
 * Where a text is one line by its nature, the end of a line is a chip too.
 */
export function readAtom(text: string, offset: number, isOneLine: boolean): Atom {
  const unit = text.charCodeAt(offset)
  if (unit === lineFeed && !isOneLine) return { kind: 'break', end: offset + 1, cells: 0 }
  // What a chip looks like in plain text can't be written.
  if (unit === bracket && text.startsWith('[U+', offset)) return toChip(text, offset)
  if (isPlainUnit(unit) && isPlainFollower(text.charCodeAt(offset + 1))) return { kind: 'text', end: offset + 1, cells: unit < 0x4E00 ? 1 : 2 }
  if (isHiddenUnit(unit)) return toChip(text, offset)
  if (isFlagHalf(text, offset) && isFlagHalf(text, offset + 2) && !mark.test(toCharacter(text, offset + 4))) return readFlag(text, offset)
  const character = toCharacter(text, offset)
  // A mark that has nothing to stand on would change what is shown before it.
  if (hidden.test(character) || mark.test(character)) return toChip(text, offset)
  const end = offset + character.length
  if (joining.test(toCharacter(text, end)) || binding.test(character)) return readSign(text, offset)
  return { kind: 'text', end, cells: measureCells(character) }
}

/** Whether an atom begins at this unit whatever stands before it. */
export function isCertainStart(unit: number): boolean {
  return unit === lineFeed || (isPlainUnit(unit) && unit < 0xAC00)
}

/** Latin, Cyrillic, Chinese and Korean as most texts have them: one unit is one sign, none is hidden, none joins another. */
function isPlainUnit(unit: number): boolean {
  return (unit >= 0x20 && unit < 0x7F)
    || (unit > 0xA0 && unit < 0x300 && unit !== 0xAD)
    || (unit >= 0x400 && unit < 0x483)
    || (unit >= 0x4E00 && unit < 0xA000)
    || (unit >= 0xAC00 && unit < 0xD7A4)
}

/** The commonest of what is hidden, told without a pattern. */
function isHiddenUnit(unit: number): boolean {
  return unit < 0x20 || (unit >= 0xDC00 && unit <= 0xDFFF) || (unit >= 0x200B && unit <= 0x200F) || (unit >= 0x2028 && unit <= 0x202F)
}

/** Not a number: the text ends there. */
function isPlainFollower(unit: number): boolean {
  return Number.isNaN(unit) || unit < 0x300 || isPlainUnit(unit)
}

function toCharacter(text: string, offset: number): string {
  return String.fromCodePoint(text.codePointAt(offset) ?? 0)
}

function toChip(text: string, offset: number): Atom {
  const point = text.codePointAt(offset) ?? 0
  // Its name has four digits or more, and stands in brackets.
  return { kind: 'chip', end: offset + (point > 0xFFFF ? 2 : 1), cells: 8 + Number(point > 0xFFFF) + Number(point > 0xFFFFF) }
}

/** `U+202E` */
export function toChipName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** Of the two letters that make a flag. */
export function isFlagHalf(text: string, offset: number): boolean {
  const second = text.charCodeAt(offset + 1)
  return text.charCodeAt(offset) === 0xD83C && second >= 0xDDE6 && second <= 0xDDFF
}

/** Two halves: there are many in a row, and they need no closer look. */
function readFlag(text: string, offset: number): Atom {
  const end = offset + 4
  return { kind: 'text', end, cells: measureSign(text.slice(offset, end)) }
}

/** As much of the sign at an offset as can be shown as one: up to what is hidden in it, or is too much of it. */
function readSign(text: string, offset: number): Atom {
  const [grapheme] = segmenter.segment(text.slice(offset, offset + longestAtom))
  const characters = [...grapheme?.segment ?? '']
  let shown = ''
  let marks = 0
  let cells = 0
  for (const [index, character] of characters.entries()) {
    const width = measureCells(character)
    marks += width === 0 ? 1 : 0
    if (shown !== '' && (marks > mostMarks || cells + width > mostCells || !canFollow(character, shown, characters[index + 1]))) break
    shown += character
    cells += width
  }
  return { kind: 'text', end: offset + shown.length, cells: measureSign(shown) }
}

function canFollow(character: string, shown: string, next: string | undefined): boolean {
  if (character !== emojiSelector) return !hidden.test(character)
  return isWholeEmoji(shown + emojiSelector) || (keycap.test(shown) && next === '\u20E3')
}
