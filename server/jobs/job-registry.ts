import type { AnyJob } from './define-job.ts'
import { dumpJob } from './dump-database.ts'
import { purgeJob } from './purge.ts'
import { titleChatJob } from './title-chat.ts'

export const jobs: readonly AnyJob[] = [titleChatJob, purgeJob, dumpJob]
