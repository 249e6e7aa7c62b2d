import { z } from 'zod'
import type { Log } from '#layers/northlight/server/logs/log.ts'
import type { TurnEvent } from '#layers/northlight/shared/messages/compact-chunks.ts'
import type { TurnClaim } from '#layers/northlight/server/store/turn-event-store.ts'
import { openRedis } from '#layers/northlight/server/utils/open-redis.ts'
import type { RedisConnection } from '#layers/northlight/server/utils/open-redis.ts'
import type { TurnChunkChannel } from './turn-chunk-channel.ts'

/** A larger chunk comes from its row, which is written at once. In UTF-16 units. */
const longestMessage = 256 * 1024

const eventsSchema = z.array(z.object({ seq: z.int().min(1), chunk: z.looseObject({ type: z.string() }) }))

/** One channel a claim: a server that has lost a turn speaks to nobody. */
const toChannel = ({ id, fence }: TurnClaim) => `northlight:turn:${id}:${fence}`

/** Over Redis, by its pub/sub: with Redis away nothing is sent, and readers go on from what is stored. */
export function openRedisChannel(url: string, log: Log): TurnChunkChannel {
  let isAway = false
  const onError = () => {
    // Not the error's own words, which may name the address.
    if (!isAway) log.warn('Redis is away: what a turn says reaches readers on other servers once it is stored.')
    isAway = true
  }
  const onReady = () => void (isAway = false)
  const [sender, receiver] = [openRedis(url, onError), createReceiver(openRedis(url, onError), onReady)]

  return {
    send(claim, live) {
      const channel = toChannel(claim)
      let sent = live.events.length
      return live.subscribe(() => {
        const events = live.events.slice(sent)
        sent = live.events.length
        if (events.length === 0 || !sender.isReady) return
        const text = JSON.stringify(events)
        if (text.length <= longestMessage) sender.publish(channel, text).catch(() => {})
      })
    },
    receive: (claim, take) => receiver.receive(toChannel(claim), (text) => {
      const events = parseEvents(text)
      if (events) take(events)
    }),
    close() {
      sender.destroy()
      receiver.close()
    },
  }
}

/** Hears what is published on the channels that somebody wants, now or once Redis is back. */
function createReceiver(redis: RedisConnection, onReady: () => void) {
  const wanted = new Map<string, Set<(text: string) => void>>()
  const hear = (text: string, channel: string) => {
    for (const take of wanted.get(channel) ?? []) take(text)
  }
  const subscribe = (channel: string) => {
    if (redis.isReady) redis.subscribe(channel, hear).catch(() => {})
  }
  redis.on('ready', () => {
    onReady()
    // Those that were asked for while it was away; it keeps the others by itself, and knows one from two.
    for (const channel of wanted.keys()) subscribe(channel)
  })
  return {
    receive(channel: string, take: (text: string) => void): () => void {
      const hearers = wanted.get(channel) ?? new Set()
      wanted.set(channel, hearers.add(take))
      if (hearers.size === 1) subscribe(channel)
      return () => {
        hearers.delete(take)
        if (hearers.size > 0) return
        wanted.delete(channel)
        if (redis.isReady) redis.unsubscribe(channel).catch(() => {})
      }
    },
    close: () => redis.destroy(),
  }
}

function parseEvents(text: string): TurnEvent[] | undefined {
  try {
    return eventsSchema.safeParse(JSON.parse(text)).data as TurnEvent[] | undefined
  }
  catch {
    return undefined
  }
}
