import { existsSync } from 'node:fs'
import { chmod, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { z } from 'zod'

/** A worker thread that holds the embedded database and serves it on a Unix socket. */

const optionsSchema = z.object({
  /** Undefined: in memory. */
  databaseFolder: z.string().optional(),
  socketPath: z.string(),
  /** A dump of a fresh cluster, so that a first start need not run initdb. */
  templatePath: z.string().optional(),
})

/** One for the server's pool, the others for Studio and for scripts beside it. */
const maxConnections = 8

const options = optionsSchema.parse(workerData)
const port = parentPort
if (!port) throw new Error('database-worker runs as a worker thread')

const isFirstStart = !options.databaseFolder || !existsSync(join(options.databaseFolder, 'PG_VERSION'))
const template = isFirstStart && options.templatePath && existsSync(options.templatePath)
  ? new Blob([await readFile(options.templatePath)])
  : undefined
const database = await PGlite.create({
  ...(options.databaseFolder ? { dataDir: options.databaseFolder } : {}),
  ...(template ? { loadDataDir: template } : {}),
})
// Start-up check: reads a catalogue that every later statement needs.
await database.query('SELECT count(*) FROM pg_class')

await rm(options.socketPath, { force: true })
const server = new PGLiteSocketServer({ db: database, path: options.socketPath, maxConnections })
await server.start()
await chmod(options.socketPath, 0o600)

port.on('message', async (message: { type: 'close' } | { type: 'dump' }) => {
  if (message.type === 'dump') {
    const dump = await database.dumpDataDir('gzip')
    port.postMessage({ type: 'dump', bytes: new Uint8Array(await dump.arrayBuffer()) })
    return
  }
  await server.stop()
  await database.close()
  await rm(options.socketPath, { force: true })
  port.postMessage({ type: 'closed' })
  port.close()
})
port.postMessage({ type: 'ready' })
