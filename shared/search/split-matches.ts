/** A stretch of a text, and whether it is one of the words that were looked for. */
export interface TextStretch {
  text: string
  isMatch: boolean
}

/** Cuts a text where the words stand in it, whatever their case: joined again, the stretches are the text. */
export function splitMatches(text: string, words: readonly string[]): TextStretch[] {
  const wanted = [...words].filter((word) => word !== '').sort((left, right) => right.length - left.length).map(toPattern)
  if (wanted.length === 0) return text === '' ? [] : [{ text, isMatch: false }]
  // With one group the split gives, by turns, what is between the matches and the matches.
  return text.split(new RegExp(`(${wanted.join('|')})`, 'giu')).flatMap((stretch, index) => stretch === '' ? [] : [{ text: stretch, isMatch: index % 2 === 1 }])
}

function toPattern(word: string): string {
  return word.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`)
}
