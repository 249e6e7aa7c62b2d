import { resolve } from 'node:path'
import process from 'node:process'
import { restoreDump } from '#layers/northlight/server/store/embedded/restore-dump.ts'
import { StartError } from '#layers/northlight/server/utils/start-error.ts'

/** `npm run restore -- <file>`: puts a dump of the embedded database in the place of the one in the data folder. */
const [dump] = process.argv.slice(2)
const dataFolder = resolve(process.env.NORTHLIGHT_DATA_DIR || '.data')
if (!dump) {
  console.error('Name the dump: npm run restore -- .data/backups/northlight-2026-11-30.tar.gz')
  process.exit(1)
}
try {
  const kept = await restoreDump(dataFolder, resolve(dump), new Date())
  console.log(`The database in ${dataFolder} is the one of ${dump}.`)
  if (kept) console.log(`The one before is in ${kept}; delete it when you need it no more.`)
}
catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}
