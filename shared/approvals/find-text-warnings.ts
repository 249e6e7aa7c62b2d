/** What may deceive whoever reads a text. Nothing in it is changed for that. */
export const textWarnings = ['mixed-scripts', 'many-spaces', 'blank-lines'] as const

export type TextWarning = (typeof textWarnings)[number]

/** What is said beside such a text. */
export const textWarningWords: Record<TextWarning, string> = {
  'mixed-scripts': 'Letters of several alphabets stand in one word.',
  'many-spaces': 'Long runs of spaces stand in it.',
  'blank-lines': 'Runs of empty lines stand in it.',
}

/** As much of a text's beginning and of its end is looked through where it isn't shown whole. */
const longestLook = 16_384

/** Scripts with letters that look like each other's. */
const alikeScripts = ['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Georgian', 'Cherokee', 'Coptic', 'Lisu']

const signs: Record<TextWarning, RegExp> = {
  'mixed-scripts': new RegExp(alikeScripts.map(toMixPattern).join('|'), 'v'),
  'many-spaces': / {8}/,
  'blank-lines': /\n *\n *\n/,
}

/** A letter of one script, and one of another after it in the same word, name or host. */
function toMixPattern(script: string): string {
  const others = alikeScripts.filter((other) => other !== script).map((other) => `\\p{sc=${other}}`).join('')
  return `\\p{sc=${script}}[\\p{M}\\p{Nd}._@\\-]*[[${others}]&&\\p{L}]`
}

/** Of a long text only its ends are looked through: it is cut, and whoever opens it whole has the rest looked through too. */
export function findTextWarnings(text: string): TextWarning[] {
  if (text.length <= 2 * longestLook) return findWarningsBetween(text, 0, text.length)
  const found = new Set([...findWarningsBetween(text, 0, longestLook), ...findWarningsBetween(text, text.length - longestLook, text.length)])
  return textWarnings.filter((warning) => found.has(warning))
}

export function findWarningsBetween(text: string, from: number, to: number): TextWarning[] {
  // A text's own beginning and end are ends of lines.
  const piece = `${from === 0 ? '\n' : ''}${text.slice(from, to)}${to === text.length ? '\n' : ''}`
  return textWarnings.filter((warning) => signs[warning].test(piece))
}
