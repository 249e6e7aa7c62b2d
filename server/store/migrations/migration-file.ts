import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** One migration: its folder's name and its SQL. */
export interface MigrationFile {
  name: string
  sql: string
}

/** Reads `prisma/migrations`, oldest first. The built server carries the same files as assets instead. */
export async function readMigrationFiles(folder: string): Promise<MigrationFile[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name).sort()
  return Promise.all(names.map(async (name) => ({ name, sql: await readFile(join(folder, name, 'migration.sql'), 'utf8') })))
}
