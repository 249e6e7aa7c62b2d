import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PoolConfig } from 'pg'
import { StartError } from '#layers/northlight/server/utils/start-error.ts'
import { acquireDataFolderLock } from './data-folder-lock.ts'

export interface EmbeddedDatabase {
  connection: PoolConfig
  /** Gzipped copy of the whole cluster, to start others from. */
  dump(): Promise<Uint8Array>
  close(): Promise<void>
}

export interface EmbeddedDatabaseOptions {
  /** Undefined: in memory, for tests and checks. */
  dataFolder?: string
  templatePath?: string
  /** How long another process may hold the folder before the start is refused. */
  lockWaitMs?: number
  /** The database ended by itself: nothing more will be stored. */
  onFailure?(error: Error): void
}

type WorkerReply = { type: 'ready' } | { type: 'closed' } | { type: 'dump', bytes: Uint8Array }

/** `sun_path` holds 104 bytes on macOS and 108 on Linux. */
const longestSocketPath = 100
const socketPort = 5432

/**
 * Starts PGlite in a worker thread behind a Unix socket, so that the event loop never waits for the database and
 * the driver is the one that talks to PostgreSQL (docs/decisions/2026-11-30-embedded-database-behind-a-socket.md).
 *
 * @throws {StartError} when the folder is in use or holds no database that opens.
 */
export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const lock = options.dataFolder ? await acquireDataFolderLock(options.dataFolder, options.lockWaitMs) : undefined
  const socketFolder = await makeSocketFolder(options.dataFolder)
  const worker = new Worker(new URL('./database-worker.ts', import.meta.url), {
    workerData: {
      databaseFolder: options.dataFolder && join(options.dataFolder, 'database'),
      socketPath: join(socketFolder, socketName),
      templatePath: options.templatePath,
    },
  })
  const cleanUp = async () => {
    if (!options.dataFolder || !socketFolder.startsWith(options.dataFolder)) await rm(socketFolder, { recursive: true, force: true })
    await lock?.release()
  }
  try {
    await nextReply(worker, 'ready')
  }
  catch (error) {
    await worker.terminate()
    await cleanUp()
    throw notOpened(options.dataFolder, error)
  }
  worker.on('error', (error) => options.onFailure?.(error as Error))
  return {
    connection: { host: socketFolder, port: socketPort, user: 'postgres', database: 'postgres', max: 1 },
    async dump() {
      const reply = nextReply(worker, 'dump')
      worker.postMessage({ type: 'dump' })
      return (await reply).bytes
    },
    async close() {
      const reply = nextReply(worker, 'closed')
      worker.postMessage({ type: 'close' })
      await reply
      await worker.terminate()
      await cleanUp()
    },
  }
}

const socketName = `.s.PGSQL.${socketPort}`

async function makeSocketFolder(dataFolder: string | undefined): Promise<string> {
  const inside = dataFolder && join(dataFolder, 'socket')
  if (!inside || Buffer.byteLength(join(inside, socketName)) > longestSocketPath) return mkdtemp(join(tmpdir(), 'northlight-'))
  await mkdir(inside, { recursive: true })
  await chmod(inside, 0o700)
  return inside
}

function nextReply<Type extends WorkerReply['type']>(worker: Worker, type: Type): Promise<Extract<WorkerReply, { type: Type }>> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      worker.off('message', onMessage)
      worker.off('error', onError)
      worker.off('exit', onExit)
    }
    const onMessage = (reply: WorkerReply) => {
      if (reply.type !== type) return
      stop()
      resolve(reply as Extract<WorkerReply, { type: Type }>)
    }
    const onError = (error: unknown) => {
      stop()
      reject(error)
    }
    const onExit = (code: number) => onError(new Error(`The database ended with code ${code}.`))
    worker.on('message', onMessage)
    worker.on('error', onError)
    worker.on('exit', onExit)
  })
}

function notOpened(dataFolder: string | undefined, cause: unknown) {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new StartError(
    `The embedded database in ${dataFolder ?? 'memory'} did not open: ${reason}.`,
    'Restore the folder from a backup, or set NORTHLIGHT_DATA_DIR to an empty one.',
    { cause },
  )
}
