import pg from 'pg'
import type { PoolConfig } from 'pg'
import { applyMigrations } from './migrations/apply-migrations.ts'
import type { MigrationFile } from './migrations/migration-file.ts'

/** What a server's login is a member of, so that it need not own the tables. */
export const appRole = 'app_role'

/** Roles belong to the whole server: another database's provisioning may make it at the same moment. */
const createRole = `
  DO $$ BEGIN
    CREATE ROLE ${appRole} NOLOGIN;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
  END $$`

/** Tables that the server may do less with than read, add, change and delete. */
const narrowerGrants: Record<string, string> = {
  user_chat_preference: 'SELECT, INSERT, UPDATE', // chat-detail-level.md, "Storage"
  review_log: 'SELECT, INSERT', // What happened stays as it was told.
  _prisma_migrations: 'SELECT', // To see whether something is pending.
}

/** The job queue's own schema (the migration `job_queue`); its functions may be called by everybody who may use it. */
const jobGrants = [
  `GRANT USAGE ON SCHEMA northlight_jobs TO ${appRole}`,
  `REVOKE ALL ON ALL TABLES IN SCHEMA northlight_jobs FROM ${appRole}`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA northlight_jobs TO ${appRole}`,
]

/**
 * Brings the database up to `migrations` and gives `app_role` what a server needs, as the owner. Idempotent: the
 * grants are written anew in one transaction, so earlier and wider ones do not stay.
 *
 * @returns the names of the migrations that were applied.
 * @throws {StartError} when a migration fails.
 */
export async function provisionRoles(owner: PoolConfig, migrations: MigrationFile[]): Promise<string[]> {
  const applied = await applyMigrations(owner, migrations)
  const client = new pg.Client(owner)
  await client.connect()
  try {
    await client.query('BEGIN')
    const { rows: [{ schema }] } = await client.query('SELECT current_schema() AS schema')
    for (const statement of [createRole, ...toGrants(client.escapeIdentifier(schema)), ...jobGrants]) await client.query(statement)
    await client.query('COMMIT')
  }
  finally {
    // An open transaction ends with its connection.
    await client.end()
  }
  return applied
}

function toGrants(schema: string): string[] {
  return [
    `GRANT USAGE ON SCHEMA ${schema} TO ${appRole}`,
    `REVOKE ALL ON ALL TABLES IN SCHEMA ${schema} FROM ${appRole}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${appRole}`,
    `GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${appRole}`,
    ...Object.entries(narrowerGrants).flatMap(([table, privileges]) => [
      `REVOKE ALL ON ${schema}.${table} FROM ${appRole}`,
      `GRANT ${privileges} ON ${schema}.${table} TO ${appRole}`,
    ]),
  ]
}
