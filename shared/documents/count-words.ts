/** Words as a reader counts them: what stands between spaces and has a letter or a figure. */
export function countWords(text: string): number {
  return text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}
