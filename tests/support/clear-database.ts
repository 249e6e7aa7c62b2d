import type { Database } from '#layers/northlight/server/store/open-database.ts'

/** Forgets what was said and set, so that a test finds the workspace as it was made. The review log can't be made to forget. */
export async function clearDatabase(database: Database): Promise<void> {
  await database.prisma.$executeRaw`TRUNCATE chat, approval, gate_rule, organization_gate, memory_note, user_chat_preference, connection CASCADE`
  await database.prisma.$executeRaw`DELETE FROM northlight_jobs.job`
  await database.prisma.$executeRaw`DELETE FROM dot WHERE organization_id = 'local-organization' AND id <> 'local-dot'`
  await database.prisma.$executeRaw`UPDATE dot SET archived_at = NULL, lead_dot_id = NULL, policy_version = DEFAULT WHERE id = 'local-dot'`
}
