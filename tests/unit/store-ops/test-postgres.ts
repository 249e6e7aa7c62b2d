import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { readMigrationFiles } from '#layers/northlight/server/store/migrations/migration-file.ts'

/** Where tests may make databases and roles; set by the test command when a server answers. */
export const postgresUrl = process.env.NORTHLIGHT_TEST_POSTGRES_URL
export const postgresMissing = 'NORTHLIGHT_TEST_POSTGRES_URL names no server'

export const migrations = await readMigrationFiles(join(import.meta.dirname, '../../../prisma/migrations'))

export interface TestPostgres {
  /** The owner's URL. */
  readonly ownerUrl: string
  /** A login that is a member of `app_role` and owns nothing. */
  readonly appUrl: string
  query(sql: string): Promise<Record<string, unknown>[]>
  drop(): Promise<void>
}

/** A database and a login of the test's own. */
export async function createTestPostgres(serverUrl: string): Promise<TestPostgres> {
  const name = `northlight_test_${randomUUID().replaceAll('-', '')}`
  await runOn(serverUrl, `CREATE DATABASE ${name}`)
  await runOn(serverUrl, `CREATE ROLE ${name} LOGIN PASSWORD 'test'`)
  const ownerUrl = withParts(serverUrl, { pathname: `/${name}` })
  return {
    ownerUrl,
    appUrl: withParts(ownerUrl, { username: name, password: 'test' }),
    query: (sql) => runOn(ownerUrl, sql),
    async drop() {
      await runOn(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`)
      await runOn(serverUrl, `DROP ROLE ${name}`)
    },
  }
}

function withParts(url: string, parts: Partial<Pick<URL, 'pathname' | 'username' | 'password'>>): string {
  return Object.assign(new URL(url), parts).href
}

export async function runOn(connectionString: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  }
  finally {
    await client.end()
  }
}
