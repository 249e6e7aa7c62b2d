export interface WakeUp {
  notify(): void
  /** Resolves at the next call of `notify`, at once where one came before; or after so many milliseconds. */
  next(mostMs?: number): Promise<void>
}

/** A wake-up that is not lost when it comes before somebody waits for it. For one who waits. */
export function createWakeUp(): WakeUp {
  let isPending = false
  let resolveNext: (() => void) | undefined
  return {
    notify() {
      isPending = true
      resolveNext?.()
    },
    async next(mostMs) {
      let timer: NodeJS.Timeout | undefined
      if (!isPending) {
        await new Promise<void>((resolve) => {
          resolveNext = resolve
          if (mostMs !== undefined) timer = setTimeout(resolve, mostMs).unref()
        })
      }
      clearTimeout(timer)
      isPending = false
      resolveNext = undefined
    },
  }
}
