import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import type { SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg'
import type { MigrationFile } from './migration-file.ts'
import { loadSchemaEngine } from './load-schema-engine.ts'

/** Opens Prisma's migration engine on a database, hands it to `use`, and frees it. */
export async function runSchemaEngine<Result>(
  adapter: SqlMigrationAwareDriverAdapterFactory,
  use: (engine: SchemaEngine) => Promise<Result>,
): Promise<Result> {
  const Engine = await loadSchemaEngine()
  const engine = await Engine.new({ datamodels: undefined }, () => {}, bindMigrationAwareSqlAdapterFactory(adapter))
  try {
    return await use(engine)
  }
  finally {
    engine.free()
  }
}

export const noFilters = { externalTables: [], externalEnums: [] }

/** The engine's own shape of a list of migrations. */
export function toMigrationList(migrations: MigrationFile[]) {
  return {
    baseDir: 'prisma/migrations',
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: migrations.map((migration) => ({
      path: migration.name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: migration.sql } },
    })),
  }
}
