import { expect, it } from 'vitest'
import { createEventBus } from '#layers/northlight/server/events/event-bus.ts'
import type { NodeMessage } from '#layers/northlight/server/nodes/node-message.ts'
import { relayEvents } from '#layers/northlight/server/nodes/relay-events.ts'
import { randomIds } from '#layers/northlight/server/utils/id-source.ts'

/** What PostgreSQL takes with one NOTIFY, less what the relay puts around a message. */
const mostBytes = 7_800

it('a thousand readers of a shared chat are told of a change on another server, each once, in few messages that the relay takes', () => {
  const organizationId = randomIds()
  const readers = Array.from({ length: 1_000 }, () => ({ organizationId, userId: randomIds() }))
  const told: NodeMessage[] = []
  const here = relayEvents(createEventBus(), { tell: (message) => told.push(message), listen: () => {}, isConnected: () => true, close: async () => {} })
  let hear: (message: NodeMessage) => void = () => {}
  const there = relayEvents(createEventBus(), { tell: () => {}, listen: (take) => void (hear = take), isConnected: () => true, close: async () => {} })
  const heard = new Map<string, number>()
  for (const reader of readers) there.subscribe(reader, { take: () => heard.set(reader.userId, (heard.get(reader.userId) ?? 0) + 1), end: () => {} })
  here.publishToAll(readers, { type: 'chat-changed', chatId: 'c'.repeat(64) })
  for (const message of told) hear(message)
  expect([...heard.values()]).toEqual(readers.map(() => 1))
  expect(told.length).toBeLessThanOrEqual(20)
  expect(Math.max(...told.map((message) => Buffer.byteLength(JSON.stringify(message))))).toBeLessThan(mostBytes)
})
