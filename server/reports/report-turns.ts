/** Each report takes a thread: so many are read at once. */
const mostAtOnce = 2

/** Whose turn it is to have a report read: a few at once, the others in the order in which they came. */
export interface ReportTurns {
  /** Resolves when it is the caller's turn, with what ends it. Leaves the queue and throws the signal's reason when that comes first. */
  take(signal: AbortSignal): Promise<() => void>
}

export function createReportTurns(): ReportTurns {
  const waiting = new Set<() => void>()
  let running = 0

  function startWaiting() {
    for (const start of waiting) {
      if (running === mostAtOnce) return
      waiting.delete(start)
      running += 1
      start()
    }
  }

  function end() {
    running -= 1
    startWaiting()
  }

  return {
    async take(signal) {
      signal.throwIfAborted()
      const { promise, resolve, reject } = Promise.withResolvers<() => void>()
      const leave = () => {
        waiting.delete(start)
        reject(signal.reason)
      }
      const start = () => {
        signal.removeEventListener('abort', leave)
        resolve(end)
      }
      signal.addEventListener('abort', leave)
      waiting.add(start)
      startWaiting()
      return promise
    },
  }
}
