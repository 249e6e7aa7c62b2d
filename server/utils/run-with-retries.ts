import type { Log } from '#layers/northlight/server/logs/log.ts'

/** Waits before the second and the third try, in milliseconds: together less than a stopping server waits for its turns. */
const pausesMs = [200, 800]

/**
 * Runs what a passing fault may hinder, and again after each pause while it throws.
 *
 * @throws what the last try threw
 */
export async function runWithRetries<Result>(run: () => Promise<Result>, { wait, log }: { wait(milliseconds: number): Promise<unknown>, log: Log }): Promise<Result> {
  for (const pause of pausesMs) {
    try {
      return await run()
    }
    catch (error) {
      log.warn('It failed, and is tried again.', { pauseMs: pause, error })
      await wait(pause)
    }
  }
  return run()
}
