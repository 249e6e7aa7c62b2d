import { randomUUID } from 'node:crypto'
import pg from 'pg'

export interface PostgresDatabase {
  readonly url: string
  /** Also while somebody is connected. */
  drop(): Promise<void>
}

/** An empty database of the test's own on a server. */
export async function createPostgresDatabase(serverUrl: string): Promise<PostgresDatabase> {
  const name = `northlight_test_${randomUUID().replaceAll('-', '')}`
  await runOnServer(serverUrl, `CREATE DATABASE ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => runOnServer(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`) }
}

async function runOnServer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
