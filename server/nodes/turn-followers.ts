import type { Database } from '#layers/northlight/server/store/open-database.ts'
import { loadTurnEvents } from '#layers/northlight/server/store/turn-event-store.ts'
import { findTurnState } from '#layers/northlight/server/store/turn-store.ts'
import type { Turn } from '#layers/northlight/server/store/turn-store.ts'
import { createLiveTurn } from '#layers/northlight/server/stream/live-turn.ts'
import type { LiveTurn } from '#layers/northlight/server/stream/live-turn.ts'
import { createWakeUp } from '#layers/northlight/server/stream/create-wake-up.ts'
import type { WakeUp } from '#layers/northlight/server/stream/create-wake-up.ts'
import { followEvents } from './follow-events.ts'
import type { FollowedEvents } from './follow-events.ts'
import type { NodeRelay } from './node-relay.ts'
import type { TurnChunkChannel } from './turn-chunk-channel.ts'

/** Between two looks at the rows while nobody rings, and while somebody would. In milliseconds. */
const lookMs = { alone: 400, rung: 2_000 }

export type FollowedTurn = Pick<Turn, 'id' | 'chatId' | 'messageId' | 'fence'>

/** The turns that other servers write, as readers on this one see them. */
export interface TurnFollowers {
  /** One feed for all who read a turn here, gone with the last of them. */
  follow(turn: FollowedTurn): LiveTurn
  /** How many turns are followed. */
  count(): number
  /** Sends all readers back, and each that comes later. */
  close(): void
}

export interface TurnFollowerParts {
  database: Database
  relay: NodeRelay
  channel: TurnChunkChannel
}

interface Following {
  turn: FollowedTurn
  live: LiveTurn
  events: FollowedEvents
  wakeUp: WakeUp
  isLeft: boolean
}

export function createTurnFollowers(parts: TurnFollowerParts): TurnFollowers {
  const followed = new Map<string, Following>()
  let isClosed = false

  parts.relay.listen((message) => {
    if (message.type === 'turn-stored') followed.get(message.turnId)?.wakeUp.notify()
    if (message.type === 'event' && message.event.type === 'turn-ended') followed.get(message.event.turnId)?.wakeUp.notify()
  })

  function start(turn: FollowedTurn): LiveTurn {
    const leave = () => {
      following.isLeft = true
      stopReceiving()
      if (followed.get(turn.id) === following) followed.delete(turn.id)
      following.wakeUp.notify()
    }
    const live = createLiveTurn({ turnId: turn.id, chatId: turn.chatId, messageId: turn.messageId }, leave)
    const following: Following = { turn, live, events: followEvents(live), wakeUp: createWakeUp(), isLeft: false }
    const stopReceiving = parts.channel.receive(turn, (events) => following.events.takeSooner(events))
    followed.set(turn.id, following)
    void runFollowing(parts, following).finally(leave)
    return live
  }

  return {
    follow(turn) {
      const following = followed.get(turn.id)
      if (following) return following.live
      if (!isClosed) return start(turn)
      const live = createLiveTurn({ turnId: turn.id, chatId: turn.chatId, messageId: turn.messageId })
      live.end('broken')
      return live
    },
    count: () => followed.size,
    close() {
      isClosed = true
      for (const { live } of followed.values()) live.end('broken')
    },
  }
}

/** Reads what is stored until the turn ends or nobody listens. */
async function runFollowing({ database, relay }: TurnFollowerParts, following: Following): Promise<void> {
  let isFailing = false
  while (!following.isLeft && !following.live.ending) {
    try {
      if (await look(database, following)) return
      isFailing = false
    }
    catch (error) {
      if (!isFailing) database.log.error('A turn can\'t be followed until the database answers.', { turnId: following.turn.id, error })
      isFailing = true
    }
    await following.wakeUp.next(relay.isConnected() ? lookMs.rung : lookMs.alone)
  }
}

/** True when the turn has ended for its readers here. */
async function look(database: Database, { turn, live, events }: Following): Promise<boolean> {
  // Before the events: once it has ended, all of them are there.
  const now = await findTurnState(database, turn.id)
  const isTrue = events.takeStored(await loadTurnEvents(database.prisma, turn.id, events.stored))
  const runs = now?.state === 'running' || now?.state === 'queued'
  // Under another fence it went on after a wait, or is about to be settled: a new reader sees which.
  if (!now || !isTrue || (runs && now.fence !== turn.fence)) live.end('broken')
  else if (!runs) live.end(toEnding(events, now.fence === turn.fence))
  return live.ending !== undefined
}

function toEnding(events: FollowedEvents, isSameWriter: boolean) {
  if (!events.isWhole()) return 'broken'
  return isSameWriter ? 'whole' : 'taken-over'
}
