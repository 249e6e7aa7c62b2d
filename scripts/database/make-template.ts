import { rename, writeFile } from 'node:fs/promises'
import process from 'node:process'
import { readMigrationFiles } from '#layers/northlight/server/store/migrations/migration-file.ts'
import { applyMigrations } from '#layers/northlight/server/store/migrations/apply-migrations.ts'
import { startEmbeddedDatabase } from '#layers/northlight/server/store/embedded/start-embedded-database.ts'

/** `node scripts/database/make-template.ts <file>`: a migrated, empty database to start others from. */
const path = process.argv[2]
if (!path) throw new Error('Name the file to write.')
const database = await startEmbeddedDatabase({})
await applyMigrations(database.connection, await readMigrationFiles('prisma/migrations'))
const draft = `${path}.${process.pid}`
await writeFile(draft, await database.dump())
await rename(draft, path)
await database.close()
