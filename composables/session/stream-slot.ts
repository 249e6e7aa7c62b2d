/** The right to read one turn's stream, out of the few that all tabs of a browser share. */
export interface StreamSlot {
  /** Aborted when this one has had its share and another waits: close the stream, release, and ask again. */
  readonly wanted: AbortSignal
  release(): void
}

export interface SlotRequest {
  signal?: AbortSignal
  /** Goes on without a slot when none came for this long. In milliseconds; default: waits on. */
  patienceMs?: number
}

/** A browser opens six connections to an origin over HTTP/1.1: with the one for events, two are left for pages and requests. */
const slotNames = ['northlight-stream-0', 'northlight-stream-1', 'northlight-stream-2']
const channelName = 'northlight-stream'

/** How long a stream is read at least before it gives way. In milliseconds. */
const shareMs = 1_000

/**
 * A slot as soon as one is free: who waits longest is next, and who holds one gives way once it has had its share. So
 * any number of tabs read in turns, and never take the connections that a page needs to load. Rejects when the signal
 * aborts. Where the browser gives no locks, as on an insecure address or in a frame with a sandbox, nobody waits.
 */
export async function acquireStreamSlot({ signal, patienceMs }: SlotRequest = {}): Promise<StreamSlot> {
  signal?.throwIfAborted()
  const locks: LockManager | undefined = navigator.locks
  if (!locks) return unlimited()
  const asking = new AbortController()
  const granted = Promise.withResolvers<StreamSlot>()
  const giveUp = () => granted.reject(signal?.reason)
  signal?.addEventListener('abort', giveUp, { once: true })
  const patience = patienceMs === undefined ? undefined : setTimeout(() => granted.resolve(createOverflow()), patienceMs)
  for (const name of slotNames) {
    void locks.request(name, { signal: asking.signal }, () => grant(locks, asking, granted.resolve))
      .catch(() => asking.signal.aborted || granted.resolve(unlimited()))
  }
  announceWaiting()
  try {
    return await granted.promise
  }
  finally {
    asking.abort()
    clearTimeout(patience)
    signal?.removeEventListener('abort', giveUp)
  }
}

/** Holds the lock until its slot is released; the first of the locks that is granted is the one that is kept. */
function grant(locks: LockManager, asking: AbortController, give: (slot: StreamSlot) => void): Promise<void> | undefined {
  if (asking.signal.aborted) return undefined
  asking.abort()
  const held = Promise.withResolvers<void>()
  give(createHeldSlot(locks, held.resolve))
  return held.promise
}

function createHeldSlot(locks: LockManager, unlock: () => void): StreamSlot {
  const wanted = new AbortController()
  const channel = new BroadcastChannel(channelName)
  let hasHadShare = false
  const giveWay = async () => {
    if (hasHadShare && await isSomebodyWaiting(locks)) wanted.abort()
  }
  const share = setTimeout(() => {
    hasHadShare = true
    void giveWay()
  }, shareMs)
  channel.onmessage = () => void giveWay()
  return {
    wanted: wanted.signal,
    release() {
      clearTimeout(share)
      channel.close()
      unlock()
    },
  }
}

/** Nobody can want it. */
function unlimited(): StreamSlot {
  return { wanted: new AbortController().signal, release: () => {} }
}

/** Beyond the slots, for a share only: what goes on after that waits its turn. */
function createOverflow(): StreamSlot {
  return { wanted: AbortSignal.timeout(shareMs), release: () => {} }
}

async function isSomebodyWaiting(locks: LockManager): Promise<boolean> {
  const { pending = [] } = await locks.query()
  return pending.some(({ name }) => name !== undefined && slotNames.includes(name))
}

/** By message and not by looking again and again: a tab in the background hears it at once. */
function announceWaiting(): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage('waiting')
  channel.close()
}
