/**
 * Runs `work` in one tab of the browser at a time: in this one as soon as none that asked before is left. `isHeir` says
 * that another led before. Where the browser gives no locks, as on an insecure address or in a frame with a sandbox,
 * every tab leads itself.
 */
export async function runAsLeader(name: string, signal: AbortSignal, work: (isHeir: boolean) => Promise<void>): Promise<void> {
  const locks: LockManager | undefined = navigator.locks
  if (!locks) return work(false)
  try {
    const isTaken = await locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) await work(false)
      return lock === null
    })
    if (isTaken && !signal.aborted) await locks.request(name, { signal }, () => work(true))
  }
  catch {
    // Aborted while it waited, the tab listens no more; otherwise the lock was refused.
    if (!signal.aborted) await work(false)
  }
}
