import { readFile } from 'node:fs/promises'
import process from 'node:process'
import { readMigrationFiles } from '#layers/northlight/server/store/migrations/migration-file.ts'
import { computeSchemaDiff } from './compute-schema-diff.ts'

/** A part of `npm run check`: the migrations lead to the schema, or the SQL that is missing is shown. */
const missing = await computeSchemaDiff(await readMigrationFiles('prisma/migrations'), await readFile('prisma/schema.prisma', 'utf8'))
if (missing !== undefined) {
  console.error(`The migrations do not lead to prisma/schema.prisma. Run \`npm run migration -- <name>\`. What is missing:\n${missing}`)
  process.exitCode = 1
}
