import { PGlite } from '@electric-sql/pglite'
import { PrismaPGlite } from 'pglite-prisma-adapter'
import type { MigrationFile } from '#layers/northlight/server/store/migrations/migration-file.ts'
import { noFilters, runSchemaEngine, toMigrationList } from '#layers/northlight/server/store/migrations/run-schema-engine.ts'

/**
 * The SQL that leads from the migrations to the schema file; undefined when they agree.
 * Runs in memory and in process: over a connection, the PostgreSQL adapter can't read the catalogue's "char" columns.
 */
export async function computeSchemaDiff(migrations: MigrationFile[], schema: string): Promise<string | undefined> {
  const database = await PGlite.create()
  try {
    const adapter = new PrismaPGlite(database)
    // The throwaway database is empty, so it is its own shadow.
    adapter.connectToShadowDb = () => adapter.connect()
    const { exitCode, stdout } = await runSchemaEngine(adapter, (engine) => engine.diff({
      from: { tag: 'migrations', ...toMigrationList(migrations) },
      to: { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content: schema }] },
      script: true,
      exitCode: true,
      filters: noFilters,
    }))
    return exitCode === 2 ? stdout ?? '' : undefined
  }
  finally {
    await database.close()
  }
}
