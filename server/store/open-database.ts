import { Socket } from 'node:net'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import type { PoolConfig } from 'pg'
import { PrismaClient } from '#layers/northlight/generated/prisma/client.ts'
import { silentLog } from '#layers/northlight/server/logs/log.ts'
import type { Log } from '#layers/northlight/server/logs/log.ts'
import { StartError } from '#layers/northlight/server/utils/start-error.ts'
import { startEmbeddedDatabase } from './embedded/start-embedded-database.ts'
import type { EmbeddedDatabase } from './embedded/start-embedded-database.ts'
import { applyMigrations } from './migrations/apply-migrations.ts'
import type { MigrationFile } from './migrations/migration-file.ts'
import { provisionRoles } from './provision-roles.ts'
import { refuseOpenFilters } from './refuse-open-filters.ts'

export interface Database {
  prisma: PrismaClient
  /** Whether it is this process's alone. */
  isEmbedded: boolean
  /** Where a failure goes that nobody is told of. */
  log: Log
  /** The driver's own settings, for a second connection (Studio, tests). */
  connection: PoolConfig
  /** A statement, or several in one text, on the pool that Prisma uses too: for the job queue, which brings its own. */
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
  /** What only the embedded database can do. */
  embedded?: Pick<EmbeddedDatabase, 'dump'>
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** PostgreSQL; undefined: the embedded database in `dataFolder`. */
  databaseUrl?: string
  /** The owner's login for migrations, where the server's own may not change the schema. */
  databaseOwnerUrl?: string
  /** Undefined, with no `databaseUrl`: in memory. */
  dataFolder?: string
  templatePath?: string
  lockWaitMs?: number
  migrations: MigrationFile[]
  log?: Log
  /** The embedded database ended by itself: nothing more will be stored. */
  onEmbeddedFailure?(error: Error): void
}

/** As many statements at once as one node asks of PostgreSQL. */
const poolSize = 10
/**
 * A link that was lost says nothing: PostgreSQL is given up on when no connection is free or made by then, and when a
 * connection brings nothing for so long. Together shorter than 10 s, by which a request has its answer. In milliseconds.
 */
const connectionMayTakeMs = 3_000
const silenceMayTakeMs = 6_000
/** Shorter than that, so that an idle connection is closed and not lost. */
const idleMs = 5_000
/** A statement behind a long import on the embedded database's one connection still gets its turn. */
const transactionWaitMs = 30_000

/**
 * Opens and migrates the database: one driver and one code path for PostgreSQL and for the embedded one.
 *
 * @throws {StartError} when it can't be reached, opened or brought up to date.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { log = silentLog } = options
  const embedded = options.databaseUrl
    ? undefined
    : await startEmbeddedDatabase({
        dataFolder: options.dataFolder,
        templatePath: options.templatePath,
        lockWaitMs: options.lockWaitMs,
        onFailure: options.onEmbeddedFailure,
      })
  const connection = embedded?.connection ?? { connectionString: options.databaseUrl, max: poolSize, connectionTimeoutMillis: connectionMayTakeMs, idleTimeoutMillis: idleMs }
  try {
    // New tables need new grants: the owner gives both.
    if (options.databaseOwnerUrl && !embedded) await provisionRoles({ connectionString: options.databaseOwnerUrl }, options.migrations)
    else await applyMigrations(connection, options.migrations)
  }
  catch (error) {
    await embedded?.close()
    throw error instanceof StartError ? error : notReached(error)
  }
  const pool = new pg.Pool(connection)
  if (!embedded) pool.on('connect', endWhenSilent)
  // An idle connection that broke: the pool opens another one.
  pool.on('error', (error) => log.warn('A connection to the database was lost.', { error }))
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool, { disposeExternalPool: true }),
    // Its longer messages quote what was to be stored.
    errorFormat: 'minimal',
    transactionOptions: { maxWait: transactionWaitMs, timeout: transactionWaitMs },
  }).$extends(refuseOpenFilters) as PrismaClient
  return {
    prisma,
    isEmbedded: embedded !== undefined,
    log,
    connection,
    query: (text, values) => runOnPool(pool, text, values),
    embedded: embedded && { dump: embedded.dump },
    async close() {
      await prisma.$disconnect()
      await embedded?.close()
    },
  }
}

/** Otherwise a statement on a connection whose other end is gone waits for as long as the system does: many minutes. */
function endWhenSilent({ connection: { stream } }: pg.PoolClient) {
  if (stream instanceof Socket) stream.setTimeout(silenceMayTakeMs, () => stream.destroy(new Error('The database fell silent.')))
}

/** A text that fails inside a transaction of its own leaves none behind for whoever has the connection next. */
async function runOnPool(pool: pg.Pool, text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
  const client = await pool.connect()
  try {
    const result: pg.QueryResult | pg.QueryResult[] = await client.query(text, values)
    client.release()
    return { rows: [result].flat().flatMap(({ rows }) => rows as unknown[]) }
  }
  catch (error) {
    client.release(await client.query('ROLLBACK').then(() => false, () => true))
    throw error
  }
}

function notReached(cause: unknown) {
  const reason = cause instanceof Error ? cause.message || cause.name : String(cause)
  return new StartError(
    `The database did not answer: ${reason}.`,
    'Check DATABASE_URL (and DATABASE_OWNER_URL), or unset them to use the embedded database.',
    { cause },
  )
}
