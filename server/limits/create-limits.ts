import { createHash } from 'node:crypto'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import { openRedis } from '#layers/northlight/server/utils/open-redis.ts'
import { personLimits, strangerLimits } from './limit-table.ts'
import type { LimitRule, PersonLimit, StrangerLimit } from './limit-table.ts'
import { toAddressBlock } from './to-address-block.ts'

/** Counts what people and strangers do, atomically: of many at once, exactly as many pass as may. */
export interface Limits {
  /** @throws {NorthlightError} `rate-limited` */
  take(name: PersonLimit, subject: { person: string, organization: string }): Promise<void>
  /** @throws {NorthlightError} `rate-limited` */
  take(name: StrangerLimit, subject: { address: string, email?: string }): Promise<void>
  close(): Promise<void>
}

export type LimitTable = Record<PersonLimit, readonly LimitRule<'person' | 'organization'>[]> & Record<StrangerLimit, readonly LimitRule<'address' | 'email'>[]>

export interface LimitOptions {
  /** Where several servers count together; undefined: this server counts for itself. */
  redisUrl?: string
  onStoreError(error: Error): void
  /** For tests. */
  table?: Partial<LimitTable>
}

type Subject = Partial<Record<'person' | 'organization' | 'address' | 'email', string>>

/** With Redis gone, each server counts for itself until it is back. */
export function createLimits({ redisUrl, onStoreError, table = {} }: LimitOptions): Limits {
  const store = redisUrl ? openRedis(redisUrl, onStoreError) : undefined
  const entries = Object.entries({ ...personLimits, ...strangerLimits, ...table })
  const limits = new Map(entries.map(([name, rules]) => [name, rules.map((rule) => ({ rule, limiter: toLimiter(name, rule) }))]))

  function toLimiter(name: string, { by, points, seconds }: LimitRule<string>): RateLimiterAbstract {
    const options = { keyPrefix: `northlight:limit:${name}:${by.join('+')}`, points, duration: seconds }
    const memory = new RateLimiterMemory(options)
    return store ? new RateLimiterRedis({ ...options, storeClient: store, useRedisPackage: true, rejectIfRedisNotReady: true, insuranceLimiter: memory }) : memory
  }

  return {
    async take(name: PersonLimit | StrangerLimit, subject: Subject) {
      const counted = (limits.get(name) ?? []).map(({ rule, limiter }) => ({ limiter, key: toKey(rule.by, subject) }))
      // A stranger may name addresses without end: where the wider limits refuse them, nothing is kept of what they name.
      if ('address' in subject) for (const { limiter, key } of counted.slice(1)) await refuseUsedUp(limiter, key)
      // One after the other: who is refused takes nothing away from the others that they share the next limit with.
      for (const { limiter, key } of counted) await takeOne(limiter, key)
    },
    async close() {
      store?.destroy()
    },
  }
}

/** Neither an address nor an e-mail leaves this server. */
function toKey(by: readonly (keyof Subject)[], subject: Subject): string {
  const values = by.map((name) => name === 'address' ? toAddressBlock(subject.address ?? '') : (subject[name] ?? '').trim().toLowerCase())
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url')
}

async function takeOne(limiter: RateLimiterAbstract, key: string) {
  try {
    await limiter.consume(key)
  }
  catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    throw toRefusal(refusal)
  }
}

async function refuseUsedUp(limiter: RateLimiterAbstract, key: string) {
  const used = await limiter.get(key)
  if (used && used.remainingPoints <= 0) throw toRefusal(used)
}

function toRefusal({ msBeforeNext }: RateLimiterRes): NorthlightError {
  return new NorthlightError('rate-limited', { retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)) })
}
