import type { ServerResponse } from 'node:http'
import { findLostAccess } from '#layers/northlight/server/store/access-store.ts'
import type { Access } from '#layers/northlight/server/store/access-store.ts'
import type { Database } from '#layers/northlight/server/store/open-database.ts'
import type { Clock } from '#layers/northlight/server/utils/clock.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'

/** What is open for longer than a request: it ends with the right to it, wherever that was lost. */
export interface AccessWatcher {
  /** Cuts the response off when this person may not read it any more; one of local mode costs nothing. */
  watch(response: ServerResponse, principal: Principal, chatId?: string): void
  /** Looks at once, after something was taken away on this server. Resolves when what had to end has. */
  check(): Promise<void>
  /** How many are watched. */
  count(): number
  close(): void
}

export interface AccessWatcherOptions {
  database: Database
  clock: Clock
  /** Between two looks, in milliseconds: what another server took away is seen by then. */
  intervalMs?: number
  onError(error: unknown): void
}

interface Watched extends Access {
  response: ServerResponse
}

/** With the time that a look takes, well within the five seconds in which signing out ends streams (issue 4). */
const defaultIntervalMs = 2_000

export function createAccessWatcher({ database, clock, intervalMs = defaultIntervalMs, onError }: AccessWatcherOptions): AccessWatcher {
  const watched = new Set<Watched>()
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  let isClosed = false

  async function look() {
    const entries = [...watched]
    if (entries.length === 0) return
    try {
      for (const { response } of await findLostAccess(database, entries, new Date(clock.now()))) response.destroy()
    }
    catch (error) {
      // The database is away: what it does not tell of is asked again.
      onError(error)
    }
  }

  /** One after the other: what was taken away before this call is seen by the look that it waits for. */
  function check(): Promise<void> {
    running = running.then(look)
    return running
  }

  function plan() {
    if (timer || isClosed || watched.size === 0) return
    timer = setTimeout(() => {
      timer = undefined
      void check().then(plan)
    }, intervalMs).unref()
  }

  return {
    watch(response, { userId, organizationId, via, credentialId }, chatId) {
      if (via === 'local' || response.destroyed) return
      const entry: Watched = { userId, organizationId, via, credentialId, chatId, response }
      watched.add(entry)
      response.once('close', () => watched.delete(entry))
      plan()
    },
    check,
    count: () => watched.size,
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
