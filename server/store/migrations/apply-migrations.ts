import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import type { PoolConfig } from 'pg'
import { StartError } from '#layers/northlight/server/utils/start-error.ts'
import type { MigrationFile } from './migration-file.ts'
import { noFilters, runSchemaEngine, toMigrationList } from './run-schema-engine.ts'

/** Any number that no other application of this database locks. */
const migrationLockKey = 4_702_111_930

/**
 * Brings the database up to `migrations`, as its owner, one server at a time.
 * A login that may not change the schema starts all the same when nothing is pending.
 *
 * @throws {StartError} when a migration failed before, fails now, or is pending and this login may not apply it.
 */
export async function applyMigrations(connection: PoolConfig, migrations: MigrationFile[]): Promise<string[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    if (toPending(await readHistory(client), migrations).length === 0) return []
    await requireOwner(client, migrations)
    await client.query('SELECT pg_advisory_lock($1)', [migrationLockKey])
    // Read again: another server may have finished meanwhile. What is unfinished now, nobody is working on.
    const history = await readHistory(client)
    requireWhole(history)
    const pending = toPending(history, migrations)
    if (pending.length > 0) await runPending(connection, migrations)
    return pending
  }
  finally {
    await client.end()
  }
}

interface HistoryRow {
  name: string
  finished: boolean
}

async function readHistory(client: pg.Client): Promise<HistoryRow[]> {
  const { rows: [table] } = await client.query(`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`)
  if (!table.exists) return []
  const { rows } = await client.query<HistoryRow>(
    'SELECT migration_name AS name, finished_at IS NOT NULL AS finished FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  ).catch((error: unknown) => {
    throw toNotProvisioned(error)
  })
  return rows
}

function toPending(history: HistoryRow[], migrations: MigrationFile[]): string[] {
  const applied = new Set(history.filter((row) => row.finished).map((row) => row.name))
  return migrations.map((migration) => migration.name).filter((name) => !applied.has(name))
}

function requireWhole(history: HistoryRow[]) {
  const failed = history.find((row) => !row.finished)
  if (!failed) return
  throw new StartError(
    `The migration ${failed.name} failed half way through an earlier start.`,
    'Restore the database from a backup, or mend it and delete that row of _prisma_migrations.',
  )
}

const insufficientPrivilege = '42501'

function toNotProvisioned(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError) || error.code !== insufficientPrivilege) return error
  return new StartError(
    'This login may not read the database\'s tables.',
    'Run `npm run provision` with DATABASE_OWNER_URL set to the owner\'s login, and make this login a member of app_role.',
    { cause: error },
  )
}

async function requireOwner(client: pg.Client, migrations: MigrationFile[]) {
  const { rows: [privilege] } = await client.query(`SELECT has_schema_privilege(current_schema(), 'CREATE') AS owner, current_user AS login`)
  if (privilege.owner) return
  throw new StartError(
    `The database needs migrations (newest: ${migrations.at(-1)?.name}) that the login ${privilege.login} may not apply.`,
    'Run `npm run provision` once with DATABASE_OWNER_URL set to the owner\'s login.',
  )
}

async function runPending(connection: PoolConfig, migrations: MigrationFile[]) {
  const failures: Error[] = []
  const adapter = toAtomicAdapter(new PrismaPg(connection), (error) => failures.push(error))
  try {
    await runSchemaEngine(adapter, (engine) => engine.applyMigrations({ migrationsList: toMigrationList(migrations), filters: noFilters }))
  }
  catch (error) {
    await forgetFailedAttempt(connection)
    throw new StartError(
      `A migration failed: ${toReason(failures.at(-1) ?? error)}.`,
      'The database is as it was before that migration, and the next start tries again; report this with the message above.',
      { cause: error },
    )
  }
}

/** The engine's own message ends in a trace of its insides. */
function toReason(error: unknown): string {
  return error instanceof Error ? error.message.split('\n   0:')[0] ?? error.message : String(error)
}

/** The adapter cuts a script at every semicolon, comments too; sent whole, PostgreSQL runs it as one transaction. */
function toAtomicAdapter(factory: PrismaPg, onFailure: (error: Error) => void): PrismaPg {
  const connect = factory.connect.bind(factory)
  factory.connect = async () => {
    const adapter = await connect()
    adapter.executeScript = async (script) => {
      await adapter.underlyingDriver().query(script).catch((error: Error) => {
        onFailure(error)
        throw error
      })
    }
    return adapter
  }
  return factory
}

/** Nothing of a failed migration stayed, so neither does the row that says it began. */
async function forgetFailedAttempt(connection: PoolConfig) {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query('DELETE FROM _prisma_migrations WHERE finished_at IS NULL AND rolled_back_at IS NULL')
  await client.end()
}
