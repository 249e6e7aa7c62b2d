import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLimits } from '#layers/northlight/server/limits/create-limits.ts'
import type { LimitOptions, Limits } from '#layers/northlight/server/limits/create-limits.ts'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import { redisMissing, startRedis } from '#layers/northlight/tests/support/start-redis.ts'
import type { TestRedis } from '#layers/northlight/tests/support/start-redis.ts'
import { until } from '#layers/northlight/tests/support/until.ts'

const person = { person: 'ada', organization: 'shop' }
const stranger = { address: '192.0.2.1', email: 'ada@shop.example' }

/** Ten a person and fifteen an organisation; two an e-mail, and twelve an address for half as long. */
const table = {
  'write': [{ by: ['person'], points: 10, seconds: 60 }, { by: ['organization'], points: 15, seconds: 60 }],
  'turn': [{ by: ['person'], points: 1, seconds: 60 }],
  'sign-up': [{ by: ['address', 'email'], points: 2, seconds: 60 }, { by: ['address'], points: 12, seconds: 30 }],
} satisfies LimitOptions['table']

let opened: Limits[] = []
const open = (redisUrl?: string, onStoreError: LimitOptions['onStoreError'] = () => {}) => {
  const limits = createLimits({ redisUrl, onStoreError, table })
  opened.push(limits)
  return limits
}

const countPasses = async (tries: Promise<void>[]) => (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled').length
const toError = (promise: Promise<void>) => promise.then(() => undefined, (error: unknown) => error as NorthlightError)

afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(opened.map((limits) => limits.close()))
  opened = []
})

describe('limits on one server', () => {
  it('lets exactly as many pass as may, of 200 at once', async () => {
    const limits = open()
    expect(await countPasses(Array.from({ length: 200 }, () => limits.take('write', person)))).toBe(10)
  })

  it('counts a person\'s kinds of doing apart, and says when to come back', async () => {
    const limits = open()
    await limits.take('turn', person)
    await limits.take('write', person)
    const refusal = await toError(limits.take('turn', person))
    expect(refusal).toBeInstanceOf(NorthlightError)
    expect([refusal?.code, refusal?.status]).toEqual(['rate-limited', 429])
    expect(refusal?.retryAfterSeconds).toBeGreaterThan(0)
    expect(refusal?.retryAfterSeconds).toBeLessThanOrEqual(60)
  })

  it('counts an organisation\'s people together, and nobody else\'s; who is refused takes nothing away from the others', async () => {
    const limits = open()
    expect(await countPasses(Array.from({ length: 100 }, () => limits.take('write', person)))).toBe(10)
    expect(await countPasses(Array.from({ length: 10 }, () => limits.take('write', { ...person, person: 'ben' })))).toBe(5)
    expect(await countPasses([limits.take('write', { person: 'ada', organization: 'other' }), limits.take('write', { person: 'cleo', organization: 'other' })])).toBe(1)
  })

  it('counts sign-ins by address and e-mail together, however the e-mail is written', async () => {
    const limits = open()
    const tries = ['ada@shop.example', 'Ada@Shop.example', ' ada@shop.example '].flatMap((email) => Array.from({ length: 10 }, () => limits.take('sign-in', { ...stranger, email })))
    expect(await countPasses(tries)).toBe(10)
    expect(await countPasses([limits.take('sign-in', { ...stranger, address: '192.0.2.2' }), limits.take('sign-in', { ...stranger, email: 'ben@shop.example' })])).toBe(2)
  })

  it('keeps nothing of what a stranger names once their address has used up its own', async () => {
    vi.useFakeTimers()
    const limits = open()
    await countPasses(Array.from({ length: 12 }, (_, number) => limits.take('sign-up', { ...stranger, email: `${number}@shop.example` })))
    expect(await countPasses(Array.from({ length: 10 }, () => limits.take('sign-up', stranger)))).toBe(0)
    vi.advanceTimersByTime(30_000)
    expect(await countPasses(Array.from({ length: 10 }, () => limits.take('sign-up', stranger)))).toBe(2)
  })

  it('counts an IPv6 network as one address', async () => {
    const limits = open()
    const addresses = Array.from({ length: 30 }, (_, number) => `2001:db8::${number.toString(16)}`)
    expect(await countPasses(addresses.map((address) => limits.take('sign-in', { ...stranger, address })))).toBe(10)
    expect(await countPasses([limits.take('sign-in', { ...stranger, address: '2001:db8:0:1::1' })])).toBe(1)
  })
})

describe('limits on two servers with one Redis', () => {
  let redis: TestRedis | undefined
  beforeEach(({ skip }) => {
    if (redisMissing) skip(redisMissing)
  })
  afterEach(() => redis?.stop())

  it('lets exactly as many pass as may, of 200 at once', async () => {
    redis = await startRedis()
    const both = [open(redis.url), open(redis.url)]
    // Both have connected once one sees what the other took.
    await until(async () => (await Promise.all(both.map((limits) => toError(limits.take('turn', { ...person, person: crypto.randomUUID() }))))).every((error) => error === undefined))
    const name = crypto.randomUUID()
    await until(async () => {
      const shared = { ...person, person: crypto.randomUUID() }
      return await countPasses(both.map((limits) => limits.take('turn', shared))) === 1
    })
    expect(await countPasses(Array.from({ length: 200 }, (_, number) => both[number % 2]?.take('write', { person: name, organization: name }) ?? Promise.reject(new Error())))).toBe(10)
  })

  it('count by themselves while Redis is gone, say so once, and together again when it is back', async () => {
    redis = await startRedis()
    const said: Error[] = []
    const both = [open(redis.url, (error) => said.push(error)), open(redis.url)]
    const areTogether = async () => {
      const shared = { person: crypto.randomUUID(), organization: 'shop' }
      return await countPasses(both.map((limits) => limits.take('turn', shared))) === 1
    }
    await until(areTogether)
    const { url } = redis
    await redis.stop()
    await until(async () => !await areTogether())
    const alone = { person: crypto.randomUUID(), organization: crypto.randomUUID() }
    expect(await countPasses(Array.from({ length: 50 }, () => both[0]?.take('write', alone) ?? Promise.reject(new Error())))).toBe(10)
    redis = await startRedis(Number(new URL(url).port))
    await until(areTogether)
    expect(said).toHaveLength(1)
  })
})
