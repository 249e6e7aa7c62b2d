const dayMs = 24 * 60 * 60 * 1_000

/** Runs something once a day from tomorrow on, until the returned function is called; it keeps no process alive. */
export function runDaily(name: string, run: () => Promise<unknown>): () => void {
  const timer = setInterval(() => {
    run().catch((error: unknown) => console.error(`${name} failed and is tried again tomorrow.`, error))
  }, dayMs)
  timer.unref()
  return () => clearInterval(timer)
}
