import { createPostgresDatabase } from '#layers/northlight/tests/support/postgres-database.ts'
import { redisMissing, startRedis } from '#layers/northlight/tests/support/start-redis.ts'
import type { TestRedis } from '#layers/northlight/tests/support/start-redis.ts'
import { startBuiltServer } from './built-server.ts'
import type { BuiltServer } from './built-server.ts'
import { startFailoverProxy } from './failover-proxy.ts'
import type { FailoverProxy } from './failover-proxy.ts'

const postgresUrl = process.env.NORTHLIGHT_TEST_POSTGRES_URL

/** Why there can be no two nodes here; undefined: there can. */
export const nodesMissing = postgresUrl ? redisMissing : 'NORTHLIGHT_TEST_POSTGRES_URL names no server'

export interface TwoNodes {
  readonly a: BuiltServer
  readonly b: BuiltServer
  /** In front of both. */
  readonly proxy: FailoverProxy
  readonly redis: TestRedis
  readonly databaseUrl: string
  /** Ends all, and drops the database. */
  stop(): Promise<void>
}

/** Two built servers behind a proxy, on a database and a Redis of their own. */
export async function startTwoNodes(variables: Record<string, string> = {}): Promise<TwoNodes> {
  const [database, redis] = [await createPostgresDatabase(postgresUrl ?? ''), await startRedis()]
  const settings = { DATABASE_URL: database.url, REDIS_URL: redis.url, ...variables }
  const a = await startBuiltServer(settings)
  const b = await startBuiltServer(settings)
  const proxy = await startFailoverProxy([a.url, b.url])
  return {
    a, b, proxy, redis,
    databaseUrl: database.url,
    async stop() {
      await proxy.close()
      // One that is paused hears nothing else.
      a.process.kill('SIGCONT')
      await Promise.all([a.stop(), b.stop()])
      await redis.stop()
      await database.drop()
    },
  }
}
