import { recoverTurns } from '#layers/northlight/server/agent/recover-turns.ts'
import { createTurnLeases } from '#layers/northlight/server/agent/turn-leases.ts'
import { watchTurns } from '#layers/northlight/server/agent/watch-turns.ts'
import { tellApproval } from '#layers/northlight/server/approvals/publish-approval.ts'
import { createEventBus } from '#layers/northlight/server/events/event-bus.ts'
import type { Database } from '#layers/northlight/server/store/open-database.ts'
import { toDatabaseFailure } from '#layers/northlight/server/store/to-database-failure.ts'
import { createLiveTurns } from '#layers/northlight/server/stream/live-turns.ts'
import type { Clock } from '#layers/northlight/server/utils/clock.ts'
import type { Environment } from '#layers/northlight/server/utils/env.ts'
import { randomIds } from '#layers/northlight/server/utils/id-source.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import { createLoneRelay } from './node-relay.ts'
import { openPostgresRelay } from './open-postgres-relay.ts'
import { openRedisChannel } from './open-redis-channel.ts'
import { relayEvents } from './relay-events.ts'
import { createSilentChannel } from './turn-chunk-channel.ts'
import { createTurnFollowers } from './turn-followers.ts'

/** What makes a server one of several on a database. */
export interface Node {
  parts: Pick<Services, 'serverId' | 'liveTurns' | 'turnLeases' | 'followers' | 'relay' | 'chunkChannel' | 'events'>
  /** Ends the streams that this server holds open for readers of other servers' turns. */
  endStreams(): void
  close(): Promise<void>
}

export interface NodeOptions {
  database: Database
  clock: Clock
  environment: Environment
}

/** Settles what earlier servers left behind, and goes on looking for what others leave. */
export async function startNode({ database, clock, environment }: NodeOptions): Promise<Node> {
  // Never another server's, not even where a test counts its ids.
  const serverId = randomIds()
  const relay = database.isEmbedded ? createLoneRelay() : await openPostgresRelay(database, serverId)
  const { REDIS_URL } = environment
  const channel = REDIS_URL && !database.isEmbedded ? openRedisChannel(REDIS_URL, database.log) : createSilentChannel()
  const parts = {
    serverId,
    relay,
    chunkChannel: channel,
    liveTurns: createLiveTurns(),
    turnLeases: createTurnLeases(database, serverId),
    followers: createTurnFollowers({ database, relay, channel }),
    events: relayEvents(createEventBus(), relay),
  }
  relay.listen((message) => {
    // Its row says whether that is so.
    if (message.type === 'approval-changed') void tellApproval({ ...parts, database }, message)
    if (message.type === 'stop-requested' && parts.liveTurns.findTurn(message.turnId)) parts.turnLeases.renew().catch(() => {})
  })
  const recovery = { ...parts, database, clock, environment }
  await recoverTurns(recovery, { serverId, listRunning: () => [], isAlone: database.isEmbedded }).catch((error: unknown) => {
    if (toDatabaseFailure(error)) throw error
    database.log.error('A turn that was left behind could not be settled; it is tried again.', { error })
  })
  const stopWatching = watchTurns(recovery)
  return {
    parts,
    endStreams() {
      parts.events.close()
      parts.followers.close()
    },
    async close() {
      parts.turnLeases.close()
      await stopWatching()
      channel.close()
      await relay.close()
    },
  }
}
