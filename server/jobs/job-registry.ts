import type { AnyJob } from './define-job.ts'
import { purgeJob } from './purge.ts'
import { titleChatJob } from './title-chat.ts'

export const jobs: readonly AnyJob[] = [titleChatJob, purgeJob]
