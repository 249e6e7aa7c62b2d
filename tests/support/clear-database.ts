import type { Database } from '#layers/northlight/server/store/open-database.ts'

/** Forgets what was said and set, so that a test finds the workspace as it was made. */
export async function clearDatabase(database: Database): Promise<void> {
  await database.prisma.$executeRaw`TRUNCATE chat, memory_note, user_chat_preference CASCADE`
  await database.prisma.$executeRaw`DELETE FROM northlight_jobs.job`
}
