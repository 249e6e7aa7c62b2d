import { setImmediate } from 'node:timers/promises'

/** Items after which timers and other requests get their turn: a few milliseconds of light work. */
const batchLength = 10_000

/** Calls `run` with every item in order, and pauses between batches. */
export async function runInBatches<Item>(items: readonly Item[], run: (item: Item) => void): Promise<void> {
  for (let first = 0; first < items.length; first += batchLength) {
    items.slice(first, first + batchLength).forEach((item) => run(item))
    await setImmediate()
  }
}
