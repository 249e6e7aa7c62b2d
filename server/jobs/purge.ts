import { z } from 'zod'
import { deleteEndedAccess } from '#layers/northlight/server/store/access-store.ts'
import { purgeChats } from '#layers/northlight/server/store/chat-store.ts'
import { deleteTornRuns } from '#layers/northlight/server/store/run-store.ts'
import { deleteLooseFiles } from '#layers/northlight/server/store/stored-file-store.ts'
import { defineJob } from './define-job.ts'

/** For so long a deleted chat can be brought back. In milliseconds. */
const keptDeletedMs = 30 * 24 * 60 * 60 * 1_000

/**
 * Removes for good what nobody can come back to: chats deleted long enough ago, files never sent, reports that
 * were never whole, sign-ins, keys and invitations that are over.
 */
export const purgeJob = defineJob({
  name: 'purge',
  data: z.object({}),
  cron: '17 3 * * *',
  retries: 3,
  mostSeconds: 60 * 60,
  workers: 1,
  pollSeconds: 60,
  async run({ database, clock }) {
    await deleteEndedAccess(database, new Date(clock.now()))
    await deleteTornRuns(database, clock.now())
    await deleteLooseFiles(database, clock.now())
    await purgeChats(database, new Date(clock.now() - keptDeletedMs))
  },
})
