import { mkdir, readFile, writeFile } from 'node:fs/promises'
import process from 'node:process'
import { computeSchemaDiff } from './compute-schema-diff.ts'
import { readMigrationFiles } from '#layers/northlight/server/store/migrations/migration-file.ts'

/** `npm run migration -- add_thing`: writes the SQL that leads from the migrations to the schema. */
const name = process.argv[2]
if (!name || !/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error('Name the migration in lower case: npm run migration -- add_thing')
  process.exit(1)
}
await mkdir('prisma/migrations', { recursive: true })
const sql = await computeSchemaDiff(await readMigrationFiles('prisma/migrations'), await readFile('prisma/schema.prisma', 'utf8'))
if (!sql) {
  console.log('The migrations and the schema agree; there is nothing to write.')
  process.exit(0)
}
const stamp = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)
const folder = `prisma/migrations/${stamp}_${name}`
await mkdir(folder)
await writeFile(`${folder}/migration.sql`, sql)
console.log(`Wrote ${folder}/migration.sql`)
