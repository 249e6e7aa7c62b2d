import { createClient } from 'redis'

/** Longer than an answer of a Redis nearby; a Redis that says nothing must hold no request up. In milliseconds. */
const answerWithinMs = 500
const longestPauseMs = 5_000

export type RedisConnection = ReturnType<typeof openRedis>

/** As many commands as may wait for a Redis that is slow; what comes then fails at once. */
const mostWaiting = 1_000

/** A connection to Redis that comes back by itself; while it is away its commands fail at once, and nothing is thrown. */
export function openRedis(url: string, onError: (error: Error) => void) {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: mostWaiting,
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
