import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'

/** In the data folder: the database, and one that is whole and to take the first one's place. */
export const databaseName = 'database'
export const restoredName = 'database.restored'

/** To be called by whoever holds the folder: a restored database takes the place of the one that was put aside. */
export async function finishRestore(dataFolder: string): Promise<void> {
  const [database, restored] = [join(dataFolder, databaseName), join(dataFolder, restoredName)]
  if (!existsSync(database) && existsSync(restored)) await rename(restored, database)
}
