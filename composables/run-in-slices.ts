/** In milliseconds: so short that a key or a frame hardly waits. */
const longestSlice = 8

/** Does something to each item, a few milliseconds at a time, so that the page goes on in between; stops, and gives false, when it is aborted. */
export async function runInSlices<Item>(items: readonly Item[], act: (item: Item) => void, signal: AbortSignal): Promise<boolean> {
  let end = performance.now() + longestSlice
  for (const item of items) {
    if (performance.now() > end) {
      await new Promise((resolve) => setTimeout(resolve))
      end = performance.now() + longestSlice
    }
    if (signal.aborted) return false
    act(item)
  }
  return !signal.aborted
}
