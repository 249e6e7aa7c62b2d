import { existsSync } from 'node:fs'
import { readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { StartError } from '#layers/northlight/server/utils/start-error.ts'
import { acquireDataFolderLock } from './data-folder-lock.ts'
import { databaseName, finishRestore, restoredName } from './finish-restore.ts'
import { toBackupFolder } from './write-dump.ts'

const makingName = 'database.making'

/**
 * Puts the database of a dump in the place of the one in the data folder, which is kept beside it; gives where. Either
 * all of it is done or nothing: what is half done as the process ends is finished by the next start.
 *
 * @throws {StartError} when there is no such file, a server holds the folder, or the dump holds no database of ours that opens
 */
export async function restoreDump(dataFolder: string, dumpPath: string, at: Date): Promise<string | undefined> {
  const lock = await acquireDataFolderLock(dataFolder)
  try {
    if (!existsSync(dumpPath)) throw new StartError(`There is no file ${dumpPath}.`, `Name one of those in ${toBackupFolder(dataFolder)}.`)
    await finishRestore(dataFolder)
    const [database, making, restored] = [join(dataFolder, databaseName), join(dataFolder, makingName), join(dataFolder, restoredName)]
    for (const left of [making, restored]) await rm(left, { recursive: true, force: true })
    await makeFromDump(dumpPath, making)
    await rename(making, restored)
    const kept = `${database}.before-${at.toISOString().replaceAll(/[:.]/g, '-')}`
    const isThere = existsSync(database)
    if (isThere) await rename(database, kept)
    await finishRestore(dataFolder)
    return isThere ? kept : undefined
  }
  finally {
    await lock.release()
  }
}

async function makeFromDump(dumpPath: string, folder: string) {
  try {
    // Unpacked here: where PGlite meets a cut file, an error of its own gets away.
    const dump = await promisify(gunzip)(await readFile(dumpPath))
    const database = await PGlite.create({ dataDir: folder, loadDataDir: new Blob([new Uint8Array(dump)]) })
    try {
      await database.query('SELECT (SELECT count(*) FROM chat), (SELECT count(*) FROM message), (SELECT count(*) FROM _prisma_migrations)')
    }
    finally {
      await database.close()
    }
  }
  catch (error) {
    await rm(folder, { recursive: true, force: true })
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`${dumpPath} holds no database of Northlight's that opens: ${reason}.`, 'Nothing was changed. Restore another dump.', { cause: error })
  }
}
