/** What can wait is done after this at the latest. In milliseconds. */
const longestWait = 1_000

/** Runs what can wait once the page has nothing else to do; where a browser can't tell, in a task of its own. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: longestWait })
  else setTimeout(work)
}
