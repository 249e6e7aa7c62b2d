/** The list of before where it holds the same, so that whoever reads it is not told of a change that is none. */
export function keepSameList<Item>(before: readonly Item[] | undefined, next: readonly Item[]): readonly Item[] {
  return before?.length === next.length && next.every((item, index) => item === before[index]) ? before : next
}
