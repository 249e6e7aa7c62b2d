import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** So many are kept, the newest ones. */
const mostDumps = 7

const dumpName = /^northlight-\d{4}-\d{2}-\d{2}\.tar\.gz$/

/** Where the dumps of a data folder are. */
export function toBackupFolder(dataFolder: string): string {
  return join(dataFolder, 'backups')
}

/**
 * Writes a dump of `day` (as `2026-11-30`) beside the earlier ones, and lets the oldest go. Under its own name it is
 * whole, or not there: it is written under another one, brought to the disk, and renamed. Gives its path.
 *
 * @throws what the file system threw; the earlier dumps are all there then
 */
export async function writeDump(folder: string, day: string, bytes: Uint8Array): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `northlight-${day}.tar.gz`)
  const draft = `${path}.part`
  try {
    await writeDurably(draft, bytes)
    await rename(draft, path)
  }
  catch (error) {
    await rm(draft, { force: true, recursive: true }).catch(() => {})
    throw error
  }
  await syncFolder(folder)
  const dumps = (await readdir(folder)).filter((name) => dumpName.test(name)).sort()
  for (const name of dumps.slice(0, -mostDumps)) await rm(join(folder, name), { force: true })
  return path
}

async function writeDurably(path: string, bytes: Uint8Array) {
  await rm(path, { force: true })
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  }
  finally {
    await file.close()
  }
}

/** So that the new name outlasts a loss of power too; Windows knows no such thing, and needs none. */
async function syncFolder(folder: string) {
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
