import type { DetailLevel } from '#layers/northlight/shared/settings/detail-level.ts'
import { resolveDetailLevel } from '#layers/northlight/shared/settings/resolve-detail-level.ts'
import type { Database } from './open-database.ts'

/** A person's own level in every organisation; a missing row, or a value that is no level, reads as the default. */
export async function loadDetailLevel(database: Database, userId: string): Promise<DetailLevel> {
  const row = await database.prisma.userChatPreference.findUnique({ where: { userId }, select: { chatDetailLevel: true } })
  return resolveDetailLevel({ saved: row?.chatDetailLevel })
}

export async function saveDetailLevel(database: Database, userId: string, level: DetailLevel, at: Date): Promise<void> {
  const fields = { chatDetailLevel: level, updatedAt: at }
  await database.prisma.userChatPreference.upsert({ where: { userId }, create: { userId, ...fields }, update: fields })
}
