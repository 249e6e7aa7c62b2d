/** Runs changes one after the other; one that a newer change has overtaken before its turn is left out. */
export interface NewestOnlyQueue {
  /** Whether a change waits or runs. */
  isPending(): boolean
  add(work: (isNewest: () => boolean) => Promise<void>): Promise<void>
}

export function createNewestOnlyQueue(): NewestOnlyQueue {
  let newest = 0
  let pending = 0
  let last: Promise<void> = Promise.resolve()
  return {
    isPending: () => pending > 0,
    add(work) {
      const change = ++newest
      const isNewest = () => change === newest
      pending += 1
      const run = last.then(() => isNewest() ? work(isNewest) : undefined).finally(() => {
        pending -= 1
      })
      // One that fails holds up none of those after it.
      last = run.catch(() => {})
      return run
    },
  }
}
