/** Waits before the second and the third try, in milliseconds: together less than a stopping server waits for its turns. */
const pausesMs = [200, 800]

/**
 * Runs what a passing fault may hinder, and again after each pause while it throws.
 *
 * @throws what the last try threw
 */
export async function runWithRetries<Result>(run: () => Promise<Result>, wait: (milliseconds: number) => Promise<unknown>): Promise<Result> {
  for (const pause of pausesMs) {
    try {
      return await run()
    }
    catch (error) {
      console.error(`Trying again in ${pause} ms.`, error)
      await wait(pause)
    }
  }
  return run()
}
