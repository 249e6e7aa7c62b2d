const accents = /[\u0300-\u036F]/g
const plainText = /^[\0-\x7F]*$/

/** A text without what a search takes no notice of: case and accents. */
export function foldText(text: string): string {
  const lower = text.toLowerCase()
  return plainText.test(lower) ? lower : lower.normalize('NFD').replaceAll(accents, '').replaceAll('ς', 'σ')
}

/** A text as `foldText` gives it, and for each UTF-16 unit of that, and for its end, where it comes from in the text. */
export function foldWithPlaces(text: string): { folded: string, toPlace: (index: number) => number } {
  if (plainText.test(text)) return { folded: text.toLowerCase(), toPlace: (index) => index }
  const places: number[] = []
  let folded = ''
  let place = 0
  for (const character of text) {
    const plain = foldText(character)
    for (let unit = 0; unit < plain.length; unit += 1) places.push(place)
    folded += plain
    place += character.length
  }
  return { folded, toPlace: (index) => places[index] ?? text.length }
}
