import { readFileSync, rmSync } from 'node:fs'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isProcessAlive } from './is-process-alive.mjs'
import { readProcessStart } from './read-process-start.mjs'

const pollMs = 200
/** The locks of this very process: another one with its number is from before. */
const ownLocks = new Set()

/**
 * Takes the lock file `path` for this process, waiting for whoever holds it; a dead holder's lock is taken over.
 * `onWait(pid)` is called once when there is somebody to wait for. Gives the function that lets go.
 */
export async function acquireLock(path, onWait) {
  await mkdir(dirname(path), { recursive: true })
  const mine = `${process.pid} ${crypto.randomUUID()} ${readProcessStart(process.pid)}`
  let hasWaited = false
  while (!await createExclusively(path, mine)) {
    const holder = await readHolder(path)
    const pid = Number.parseInt(holder, 10)
    if (holder !== undefined && isAlive(holder, pid)) {
      if (!hasWaited) onWait?.(pid)
      hasWaited = true
    }
    else if (holder !== undefined) {
      await removeDead(path, holder)
    }
    await delay(pollMs)
  }
  return keepUntilExit(path, mine)
}

/** Undefined when there is no lock any more; whatever else is wrong with the file is the person's to mend. */
async function readHolder(path) {
  try {
    return await readFile(path, 'utf8')
  }
  catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

function isAlive(holder, pid) {
  if (pid === process.pid) return ownLocks.has(holder)
  const [, , start = ''] = holder.split(' ')
  return isProcessAlive(pid) && readProcessStart(pid) === start
}

/** Links a finished file into place, so that nobody ever reads half a lock. */
async function createExclusively(path, text) {
  const draft = `${path}.${process.pid}`
  await writeFile(draft, text)
  try {
    await link(draft, path)
    return true
  }
  catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
  finally {
    await rm(draft, { force: true })
  }
}

/** Moves the dead holder's file away, and puts it back when a living process was quicker and it is theirs by now. */
async function removeDead(path, deadHolder) {
  const grave = `${path}.dead-${process.pid}`
  try {
    await rename(path, grave)
  }
  catch {
    return
  }
  if (await readFile(grave, 'utf8') !== deadHolder) await link(grave, path).catch(() => {})
  await rm(grave, { force: true })
}

function keepUntilExit(path, mine) {
  ownLocks.add(mine)
  const release = () => {
    process.off('exit', release)
    ownLocks.delete(mine)
    try {
      if (readFileSync(path, 'utf8') === mine) rmSync(path, { force: true })
    }
    catch {
      // The folder is gone, and the lock with it.
    }
  }
  process.once('exit', release)
  return release
}
