import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PoolConfig } from 'pg'
import { StartError } from '#layers/northlight/server/utils/start-error.ts'
import { acquireDataFolderLock } from './data-folder-lock.ts'
import { databaseName, finishRestore } from './finish-restore.ts'

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
  const { dataFolder } = options
  const lock = dataFolder ? await acquireDataFolderLock(dataFolder, options.lockWaitMs) : undefined
  let socketFolder: string | undefined
  let worker: Worker | undefined
  const cleanUp = async () => {
    await worker?.terminate()
    if (socketFolder && !(dataFolder && socketFolder.startsWith(dataFolder))) await rm(socketFolder, { recursive: true, force: true })
    await lock?.release()
  }
  try {
    if (dataFolder) await finishRestore(dataFolder)
    socketFolder = await makeSocketFolder(dataFolder)
    worker = startWorker(options, socketFolder)
    await nextReply(worker, 'ready')
    return toDatabase(worker, socketFolder, cleanUp, options.onFailure)
  }
  catch (error) {
    await cleanUp()
    throw notOpened(dataFolder, error)
  }
}

function startWorker({ dataFolder, templatePath }: EmbeddedDatabaseOptions, socketFolder: string): Worker {
  return new Worker(new URL('./database-worker.ts', import.meta.url), {
    workerData: { databaseFolder: dataFolder && join(dataFolder, databaseName), socketPath: join(socketFolder, socketName), templatePath },
  })
}

function toDatabase(worker: Worker, socketFolder: string, cleanUp: () => Promise<void>, onFailure: EmbeddedDatabaseOptions['onFailure']): EmbeddedDatabase {
  let hasEnded = false
  let isClosing = false
  const onEnd = (error: Error) => {
    if (!hasEnded && !isClosing) onFailure?.(error)
    hasEnded = true
  }
  worker.on('error', (error) => onEnd(error as Error))
  worker.on('exit', (code) => onEnd(toEnded(code)))
  return {
    connection: { host: socketFolder, port: socketPort, user: 'postgres', database: 'postgres', max: 1 },
    async dump() {
      const reply = nextReply(worker, 'dump')
      worker.postMessage({ type: 'dump' })
      return (await reply).bytes
    },
    async close() {
      isClosing = true
      try {
        // A worker that has ended answers nothing more.
        if (!hasEnded) await askToClose(worker)
      }
      finally {
        await cleanUp()
      }
    },
  }
}

async function askToClose(worker: Worker) {
  const reply = nextReply(worker, 'closed')
  worker.postMessage({ type: 'close' })
  await reply
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
    const onExit = (code: number) => onError(toEnded(code))
    worker.on('message', onMessage)
    worker.on('error', onError)
    worker.on('exit', onExit)
  })
}

function toEnded(code: number) {
  return new Error(`The database ended with code ${code}.`)
}

function notOpened(dataFolder: string | undefined, cause: unknown) {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new StartError(
    `The embedded database in ${dataFolder ?? 'memory'} did not open: ${reason}.`,
    'Restore the folder from a backup, or set NORTHLIGHT_DATA_DIR to an empty one.',
    { cause },
  )
}
