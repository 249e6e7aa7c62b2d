import process from 'node:process'
import { startEmbeddedDatabase } from '#layers/northlight/server/store/embedded/start-embedded-database.ts'

/** A second process with the embedded database open: `node hold-database.ts <data folder> [template]`. */
const [dataFolder, templatePath] = process.argv.slice(2)
const database = await startEmbeddedDatabase({ dataFolder, templatePath })
process.once('SIGTERM', () => void database.close())
console.log('open')
