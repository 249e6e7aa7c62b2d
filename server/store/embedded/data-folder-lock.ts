import { link, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import { readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { StartError } from '#layers/northlight/server/utils/start-error.ts'

const holderSchema = z.object({ pid: z.number().int(), processStart: z.string(), token: z.string() })

type Holder = z.infer<typeof holderSchema>

/** What a lock file that nobody here wrote reads as: a dead holder. */
const unreadableHolder: Holder = { pid: 0, processStart: '', token: 'unreadable' }

export interface DataFolderLock {
  release(): Promise<void>
}

const pollMs = 100
/** A holder of our own process that has not let go by then is a worker that was ended, not one that is closing. */
const ownProcessWaitMs = 15_000

/**
 * Takes the data folder for this process; PGlite itself would let two processes write over each other.
 * A dead holder's lock is taken over; a holder in this same process (a development reload) is waited for.
 *
 * @throws {StartError} when another live process holds the folder after `waitMs` milliseconds, or the lock can't be read.
 */
export async function acquireDataFolderLock(folder: string, waitMs = 0): Promise<DataFolderLock> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw notUsable(folder, error)
  })
  const path = join(folder, 'lock')
  const me: Holder = { pid: process.pid, processStart: readProcessStart(process.pid), token: crypto.randomUUID() }
  const startedAt = performance.now()
  while (!await createExclusively(path, me)) {
    const holder = await readHolder(path)
    if (!holder) {
      await delay(pollMs)
      continue
    }
    const waited = performance.now() - startedAt
    const isOwn = holder.pid === process.pid
    if (!isAlive(holder) || (isOwn && waited > ownProcessWaitMs)) {
      await removeHolder(path, holder)
      continue
    }
    if (!isOwn && waited >= waitMs) throw folderInUse(folder, holder.pid)
    await delay(pollMs)
  }
  return keepUntilExit(path, me)
}

function keepUntilExit(path: string, me: Holder): DataFolderLock {
  const isMine = (text: string) => parseHolder(text).token === me.token
  const onExit = () => {
    try {
      if (isMine(readFileSync(path, 'utf8'))) rmSync(path, { force: true })
    }
    catch {
      // The folder is gone, and the lock with it.
    }
  }
  process.once('exit', onExit)
  return {
    async release() {
      process.off('exit', onExit)
      await removeHolder(path, me)
    },
  }
}

/** Links a finished file into place, so that nobody ever reads half a lock. */
async function createExclusively(path: string, holder: Holder): Promise<boolean> {
  const draft = `${path}.${holder.token}`
  await writeFile(draft, JSON.stringify(holder), { mode: 0o600 }).catch((error: unknown) => {
    throw notUsable(dirname(path), error)
  })
  try {
    await link(draft, path)
    return true
  }
  catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
  finally {
    await rm(draft, { force: true })
  }
}

/** Removes the lock only while it is still this holder's: whoever takes over does so behind a guard file. */
async function removeHolder(path: string, holder: Holder) {
  const guard = `${path}.guard`
  const file = await open(guard, 'wx').catch(() => undefined)
  if (!file) return removeAgedGuard(guard)
  try {
    if ((await readHolder(path))?.token === holder.token) await rm(path, { force: true })
  }
  finally {
    await file.close()
    await rm(guard, { force: true })
  }
}

async function removeAgedGuard(guard: string) {
  await delay(pollMs)
  const file = await open(guard, 'r').catch(() => undefined)
  if (!file) return
  const { mtimeMs } = await file.stat()
  await file.close()
  if (Date.now() - mtimeMs > 5_000) await rm(guard, { force: true })
}

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    return parseHolder(await readFile(path, 'utf8'))
  }
  catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw lockUnreadable(path, error)
  }
}

function parseHolder(text: string): Holder {
  try {
    return holderSchema.parse(JSON.parse(text))
  }
  catch {
    return unreadableHolder
  }
}

function isAlive(holder: Holder): boolean {
  if (holder === unreadableHolder) return false
  try {
    process.kill(holder.pid, 0)
  }
  catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return readProcessStart(holder.pid) === holder.processStart
}

/** Tells a process from a later one of the same number, where the system says when it started (Linux). */
function readProcessStart(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const startTime = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${bootId}:${startTime}`
  }
  catch {
    return ''
  }
}

function notUsable(folder: string, cause: unknown) {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new StartError(
    `The data folder ${folder} can't be used: ${reason}.`,
    'Set NORTHLIGHT_DATA_DIR to a folder that this user may write to.',
    { cause },
  )
}

function folderInUse(folder: string, pid: number) {
  return new StartError(
    `The data folder ${folder} is in use by process ${pid}.`,
    'Stop that process, or set NORTHLIGHT_DATA_DIR to another folder.',
  )
}

function lockUnreadable(path: string, cause: unknown) {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new StartError(
    `The lock ${path} can't be read: ${reason}.`,
    'Make it readable for this user, or delete it once nothing runs on that folder.',
    { cause },
  )
}
