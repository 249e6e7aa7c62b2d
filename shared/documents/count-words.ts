/** Words as a reader counts them: runs of letters and figures between spaces. */
export function countWords(text: string): number {
  return text.match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0
}
