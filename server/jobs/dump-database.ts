import { z } from 'zod'
import { toBackupFolder, writeDump } from '#layers/northlight/server/store/embedded/write-dump.ts'
import { defineJob } from './define-job.ts'

/** Copies the embedded database to a file each night: see docs/backups.md. PostgreSQL has tools of its own for that. */
export const dumpJob = defineJob({
  name: 'dump',
  data: z.object({}),
  cron: '7 3 * * *',
  retries: 3,
  mostSeconds: 60 * 60,
  workers: 1,
  pollSeconds: 60,
  isWanted: ({ embedded }) => embedded !== undefined,
  async run({ database, environment, clock }) {
    if (!database.embedded) return
    const day = new Date(clock.now()).toISOString().slice(0, 10)
    try {
      await writeDump(toBackupFolder(environment.NORTHLIGHT_DATA_DIR), day, await database.embedded.dump())
    }
    catch (error) {
      throw new Error(`Tonight's dump was not written: ${error instanceof Error ? error.message : String(error)}. The earlier ones are as they were.`, { cause: error })
    }
  },
})
