import { setTimeout as delay } from 'node:timers/promises'
import { deleteEndedEvents } from '#layers/northlight/server/store/turn-event-store.ts'
import { recoverTurns } from './recover-turns.ts'
import type { RecoveryServices } from './recover-turns.ts'

/** How soon after its lease a turn is seen to be lost. In milliseconds. */
const watchMs = 3_000
/** How long the events of an ended turn stay, for readers who are behind. In milliseconds. */
const keptEventsMs = 5 * 60 * 1_000
/** Events are swept at each of so many looks. */
const looksPerSweep = 20
/** As long as a server that stops waits for a look. In milliseconds. */
const partingMs = 500

/**
 * Looks for turns that nobody writes any more, and sweeps the events of those that ended; until the returned function
 * is called, which resolves when no look is under way, or when one takes too long. It keeps no process alive.
 */
export function watchTurns(services: RecoveryServices): () => Promise<void> {
  let looks = 0
  let isClosed = false
  let isFailing = false
  let looking: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  async function look() {
    try {
      // Both, even where one fails.
      await Promise.all([recoverTurns(services), looks++ % looksPerSweep === 0 && deleteEndedEvents(services.database, new Date(services.clock.now() - keptEventsMs))])
      isFailing = false
    }
    catch (error) {
      // A database that is away is told of once.
      if (!isFailing && !isClosed) services.database.log.error('Turns that were left behind could not be looked for.', { error })
      isFailing = true
    }
    if (!isClosed) schedule()
  }

  function schedule() {
    timer = setTimeout(() => void (looking = look()), watchMs).unref()
  }

  schedule()
  return async () => {
    isClosed = true
    clearTimeout(timer)
    await Promise.race([looking, delay(partingMs, undefined, { ref: false })])
  }
}
