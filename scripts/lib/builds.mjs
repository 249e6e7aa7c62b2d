import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError } from './command-error.mjs'
import { isProcessAlive } from './is-process-alive.mjs'
import { buildsFolder } from './project-paths.mjs'

/**
 * A build is a folder `.output/<hash of its sources>` that never changes; `current.json` names the one to start.
 * A running server keeps an `in-use.<pid>` file in its folder, so that a later build leaves its files alone.
 */
const buildName = /^[0-9a-f]{16}$/
const draftName = /^building-(?<pid>\d+)$/
const currentFile = join(buildsFolder, 'current.json')

const toBuildFolder = (hash) => join(buildsFolder, hash)
export const toServerEntry = (build) => join(build, 'server/index.mjs')
export const hasBuild = (hash) => existsSync(toServerEntry(toBuildFolder(hash)))

/** The hash of the build to start, or undefined when there is none. */
function readCurrentBuild() {
  try {
    const { build } = JSON.parse(readFileSync(currentFile, 'utf8'))
    return typeof build === 'string' && buildName.test(build) ? build : undefined
  }
  catch {
    return undefined
  }
}

/**
 * The folder of the build to start.
 *
 * @throws {CommandError} when there is none.
 */
export function requireCurrentBuild() {
  const hash = readCurrentBuild()
  if (!hash || !hasBuild(hash)) throw new CommandError('There is no build to start. Run `npm start`, which makes one.')
  return toBuildFolder(hash)
}

/** Where this process builds. */
export const toDraftFolder = () => join(buildsFolder, `building-${process.pid}`)

/** Puts a finished draft in its place and makes it the current build. */
export async function publishBuild(hash, finishedFolder) {
  await rm(toBuildFolder(hash), { recursive: true, force: true })
  await rename(finishedFolder, toBuildFolder(hash))
  await nameCurrentBuild(hash)
}

export async function nameCurrentBuild(hash) {
  if (readCurrentBuild() === hash) return
  await mkdir(buildsFolder, { recursive: true })
  const draft = `${currentFile}.${process.pid}`
  await writeFile(draft, `${JSON.stringify({ build: hash })}\n`)
  await rename(draft, currentFile)
}

/** Keeps `build` from being removed while the process `pid` runs, at most as long as this one does. */
export function markInUse(build, pid = process.pid) {
  const mark = join(build, `in-use.${pid}`)
  writeFileSync(mark, '')
  process.once('exit', () => rmSync(mark, { force: true }))
}

/** Removes the builds that are neither current nor in use, and what ended builders left. */
export async function removeOldBuilds() {
  const current = readCurrentBuild()
  for (const name of await readdir(buildsFolder).catch(() => [])) {
    const draftPid = draftName.exec(name)?.groups.pid
    const isOld = buildName.test(name) && name !== current && !await isInUse(toBuildFolder(name))
    const isAbandoned = draftPid !== undefined && !isProcessAlive(Number(draftPid))
    if (isOld || isAbandoned) await rm(join(buildsFolder, name), { recursive: true, force: true })
  }
}

async function isInUse(build) {
  const marks = (await readdir(build)).filter((name) => name.startsWith('in-use.'))
  return marks.some((mark) => isProcessAlive(Number(mark.slice('in-use.'.length))))
}
