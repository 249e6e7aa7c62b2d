/** The blocks of HTML without those at the end that show nothing, as a mark that is held back: they would take a gap before anything stands in it. */
export function dropEmptyEnd(blocks: readonly string[]): readonly string[] {
  const end = blocks.findLastIndex((html) => html.trim() !== '') + 1
  return end === blocks.length ? blocks : blocks.slice(0, end)
}
