import { z } from 'zod'
import type { Database } from '#layers/northlight/server/store/open-database.ts'
import { nodeMessageSchema } from './node-message.ts'
import type { NodeMessage } from './node-message.ts'
import type { NodeRelay } from './node-relay.ts'
import { createListeningLine } from './create-listening-line.ts'

const channel = 'northlight'
/** What NOTIFY takes is less than 8,000 bytes. */
const mostBytes = 7_900
/** As many notifications as may wait for a database that is slow; what comes then is missed. */
const mostWaiting = 500

const envelopeSchema = z.object({ from: z.string(), message: nodeMessageSchema })

/**
 * Tells by NOTIFY and hears by LISTEN, on a connection of its own that comes back by itself. Resolves when it listens,
 * or when the first try failed.
 */
export async function openPostgresRelay({ connection, log }: Pick<Database, 'connection' | 'log'>, serverId: string): Promise<NodeRelay> {
  const listeners: ((message: NodeMessage) => void)[] = []
  const hear = (message: NodeMessage) => {
    for (const take of listeners) take(message)
  }
  let waiting = 0
  let hasMissed = false

  function tell(message: NodeMessage) {
    const payload = JSON.stringify({ from: serverId, message })
    const client = line.client()
    if (!client || waiting >= mostWaiting || Buffer.byteLength(payload) > mostBytes) {
      hasMissed = true
      return
    }
    waiting++
    client.query('SELECT pg_notify($1, $2)', [channel, payload])
      .catch(() => void (hasMissed = true))
      .finally(() => waiting--)
  }

  function tellOfMissed() {
    if (!hasMissed) return
    hasMissed = false
    tell({ type: 'missed' })
  }

  const line = createListeningLine({
    connection,
    channel,
    log,
    take(payload) {
      const envelope = parseEnvelope(payload)
      if (envelope && envelope.from !== serverId) hear(envelope.message)
    },
    onConnected(isBack) {
      if (isBack) hear({ type: 'missed' })
      tellOfMissed()
    },
    onAlive: tellOfMissed,
  })
  await line.tried
  return {
    tell,
    listen: (take) => void listeners.push(take),
    isConnected: () => line.client() !== undefined,
    close: line.close,
  }
}

function parseEnvelope(payload = '') {
  try {
    return envelopeSchema.safeParse(JSON.parse(payload)).data
  }
  catch {
    return undefined
  }
}
