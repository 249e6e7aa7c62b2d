/**
 * Runs `work` in one tab of the browser at a time: in this one as soon as none that asked before is left. `isHeir` says
 * that another led before. Where the browser has no locks, as on an insecure address, every tab leads itself.
 */
export async function runAsLeader(name: string, signal: AbortSignal, work: (isHeir: boolean) => Promise<void>): Promise<void> {
  const locks: LockManager | undefined = navigator.locks
  if (!locks) return work(false)
  const isTaken = await locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await work(false)
    return lock === null
  })
  // Aborted while it waits: the tab has gone, or listens no more.
  if (isTaken && !signal.aborted) await locks.request(name, { signal }, () => work(true)).catch(() => {})
}
