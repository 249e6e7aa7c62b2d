import { createClient } from 'redis'

/** Longer than an answer of a Redis nearby; a Redis that says nothing must hold no request up. In milliseconds. */
const answerWithinMs = 500
const longestPauseMs = 5_000

export type LimitStore = ReturnType<typeof openLimitStore>

/** A connection to Redis that comes back by itself; while it is away its commands fail at once, and nothing is thrown. */
export function openLimitStore(url: string, onError: (error: Error) => void) {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandOptions: { timeout: answerWithinMs },
    socket: { connectTimeout: longestPauseMs, reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, longestPauseMs) },
  })
  let isAway = false
  client.on('ready', () => {
    isAway = false
  })
  client.on('error', (error: Error) => {
    // Each new try fails again: one line says it.
    if (!isAway) onError(error)
    isAway = true
  })
  client.connect().catch(() => {})
  return client
}
