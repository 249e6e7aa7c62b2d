import { useStorage } from 'nitropack/runtime'
import type { MigrationFile } from '#layers/northlight/server/store/migrations/migration-file.ts'

const fileName = 'migration.sql'

/** The migrations that were built into this server, oldest first. */
export async function readBundledMigrations(): Promise<MigrationFile[]> {
  const assets = useStorage('assets:migrations')
  const keys = (await assets.getKeys()).filter((key) => key.endsWith(`:${fileName}`)).sort()
  return Promise.all(keys.map(async (key) => ({ name: key.slice(0, -fileName.length - 1), sql: String(await assets.getItem(key)) })))
}
