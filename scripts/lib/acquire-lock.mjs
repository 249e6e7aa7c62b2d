import { readFileSync, rmSync } from 'node:fs'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isProcessAlive } from './is-process-alive.mjs'

const pollMs = 200

/**
 * Takes the lock file `path` for this process, waiting for whoever holds it; a dead holder's lock is taken over.
 * `onWait(pid)` is called once when there is somebody to wait for. Gives the function that lets go.
 */
export async function acquireLock(path, onWait) {
  await mkdir(dirname(path), { recursive: true })
  const mine = `${process.pid} ${crypto.randomUUID()}`
  let hasWaited = false
  while (!await createExclusively(path, mine)) {
    const holder = await readFile(path, 'utf8').catch(() => undefined)
    if (holder === undefined) continue
    const pid = Number.parseInt(holder, 10)
    if (!isProcessAlive(pid)) {
      await removeDead(path, holder)
      continue
    }
    if (!hasWaited) onWait?.(pid)
    hasWaited = true
    await delay(pollMs)
  }
  return keepUntilExit(path, mine)
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
  const release = () => {
    process.off('exit', release)
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
