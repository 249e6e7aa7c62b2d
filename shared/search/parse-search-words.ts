const mostWords = 8

/** The words of a search, each once, in the order they were typed; what comes after the eighth is left out. */
export function parseSearchWords(search: string): string[] {
  const words = search.toWellFormed().replaceAll('\u0000', ' ').split(/\s+/u).filter((word) => word !== '')
  const byFold = new Map(words.map((word) => [word.toLowerCase(), word]))
  return [...byFold.values()].slice(0, mostWords)
}
