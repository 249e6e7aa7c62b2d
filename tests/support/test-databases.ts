import { join } from 'node:path'
import { openDatabase } from '#layers/northlight/server/store/open-database.ts'
import type { Database } from '#layers/northlight/server/store/open-database.ts'
import { readMigrationFiles } from '#layers/northlight/server/store/migrations/migration-file.ts'
import { createPostgresDatabase } from './postgres-database.ts'

const migrationsFolder = join(import.meta.dirname, '../../prisma/migrations')

export interface TestDatabaseKind {
  name: 'embedded' | 'postgresql'
  open(): Promise<Database>
}

const postgresUrl = process.env.NORTHLIGHT_TEST_POSTGRES_URL

/** For what never depends on the kind of database. */
export const embeddedDatabase: TestDatabaseKind = { name: 'embedded', open: openEmbedded }

/** For what takes several servers; undefined where none answers. */
export const postgresDatabase: TestDatabaseKind | undefined = postgresUrl ? { name: 'postgresql', open: () => openPostgres(postgresUrl) } : undefined

export const postgresMissing = 'NORTHLIGHT_TEST_POSTGRES_URL names no server'

/** The databases that this machine can test on: the embedded one, and PostgreSQL where one answers. */
export const testDatabases: TestDatabaseKind[] = [embeddedDatabase, ...(postgresDatabase ? [postgresDatabase] : [])]

if (!postgresUrl) console.warn(`Skipped on PostgreSQL: ${postgresMissing}.`)

async function openEmbedded(): Promise<Database> {
  return openDatabase({ migrations: await readMigrationFiles(migrationsFolder), templatePath: process.env.NORTHLIGHT_TEST_TEMPLATE })
}

/** A database of its own on the server, dropped when it is closed. */
async function openPostgres(serverUrl: string): Promise<Database> {
  const { url, drop } = await createPostgresDatabase(serverUrl)
  const database = await openDatabase({ databaseUrl: url, migrations: await readMigrationFiles(migrationsFolder) })
  return {
    ...database,
    async close() {
      await database.close()
      await drop()
    },
  }
}
