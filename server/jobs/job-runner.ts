/** Work that nobody waits for: it runs beside the answers, and what goes wrong with it is logged and never shown. */
export interface JobRunner {
  /** `signal` says that the server stops. */
  start(name: string, run: (signal: AbortSignal) => Promise<unknown>): void
  /** Resolves when nothing runs. */
  idle(): Promise<void>
  /** Starts nothing more, and resolves when all that ran has ended, or when it took too long to. */
  close(): Promise<void>
}

/** How long jobs may take to see that they are to end. In milliseconds. */
const drainMs = 1_000

export function createJobRunner(): JobRunner {
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()

  async function idle() {
    while (running.size > 0) await Promise.all(running)
  }

  return {
    start(name, run) {
      if (stopping.signal.aborted) return
      const job: Promise<void> = run(stopping.signal)
        .then(() => {}, (error: unknown) => {
          if (!stopping.signal.aborted) console.error(`${name} failed.`, error)
        })
        .finally(() => running.delete(job))
      running.add(job)
    },
    idle,
    async close() {
      stopping.abort()
      const deadline = new Promise<void>((resolve) => setTimeout(resolve, drainMs).unref())
      await Promise.race([idle(), deadline])
    },
  }
}
