import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashFiles, hashTexts } from './hash-files.mjs'
import { inProject, packageCache, projectRoot } from './project-paths.mjs'

/** Where the copy of a freshly migrated database is that belongs to these migrations and this PGlite. */
export async function toTemplatePath() {
  const migrations = await hashFiles(projectRoot, ['prisma/migrations'])
  const pglite = await readFile(inProject('node_modules/@electric-sql/pglite/package.json'), 'utf8')
  return join(packageCache, `database-template-${hashTexts([migrations, pglite])}.tar.gz`)
}

/** The template's path, or undefined when none was made. */
export async function findTemplate() {
  const path = await toTemplatePath()
  return existsSync(path) ? path : undefined
}
