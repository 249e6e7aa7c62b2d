import { leaseMs, renewLeases } from '#layers/northlight/server/store/turn-lease-store.ts'
import type { TurnClaim } from '#layers/northlight/server/store/turn-event-store.ts'
import type { Database } from '#layers/northlight/server/store/open-database.ts'
import type { LiveTurn } from '#layers/northlight/server/stream/live-turn.ts'

/** Well below the lease, and how soon a stop that was asked for elsewhere is seen without a doorbell. In milliseconds. */
const renewMs = 1_000

/** The leases of the turns that this server writes. */
export interface TurnLeases {
  /** Renews a turn's lease until the returned function is called; loses the turn when somebody else has it, and stops it when somebody asked for that. */
  hold(claim: TurnClaim, live: LiveTurn): () => void
  /**
   * Resolves at once while the leases are fresh. Where this server was held up for longer than they last, it asks
   * first: a turn that somebody else has taken over is lost then.
   */
  confirm(): Promise<void>
  /** Asks now instead of at the next beat. */
  renew(): Promise<void>
  close(): void
}

interface HeldLease {
  claim: TurnClaim
  live: LiveTurn
}

/** One statement a beat for all turns, and none while nothing runs. `now` never goes back: by it a server sees that it was held up. */
export function createTurnLeases(database: Database, serverId: string, now: () => number = () => performance.now()): TurnLeases {
  const held = new Set<HeldLease>()
  let renewedAt = now()
  let renewing: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isFailing = false

  async function ask() {
    const [asked, askedAt] = [[...held], now()]
    const renewed = new Map((await renewLeases(database, serverId, asked.map(({ claim }) => claim.id))).map((row) => [row.id, row]))
    renewedAt = askedAt
    for (const { claim, live } of asked) {
      const row = renewed.get(claim.id)
      if (row?.fence !== claim.fence) live.lose()
      else if (row.isStopRequested) live.abort()
    }
  }

  function renew() {
    return renewing ??= ask().finally(() => renewing = undefined)
  }

  async function beat() {
    try {
      if (held.size > 0) await renew()
      isFailing = false
    }
    catch (error) {
      if (!isFailing) database.log.error('The leases of the turns that run could not be renewed.', { error })
      isFailing = true
    }
    timer = held.size > 0 ? setTimeout(() => void beat(), renewMs).unref() : undefined
  }

  return {
    hold(claim, live) {
      const lease = { claim, live }
      // Its lease has just begun; those that were held before it know when they were renewed.
      if (held.size === 0) renewedAt = now()
      held.add(lease)
      timer ??= setTimeout(() => void beat(), renewMs).unref()
      return () => held.delete(lease)
    },
    async confirm() {
      if (now() - renewedAt > leaseMs) await renew()
    },
    renew,
    close() {
      held.clear()
      clearTimeout(timer)
    },
  }
}
