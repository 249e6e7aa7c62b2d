import { managingRoles } from '#layers/northlight/shared/people/roles.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import { listChatReaders } from './chat-readers.ts'
import type { Database } from './open-database.ts'

/** Whom an approval concerns: who it was asked for, whoever manages the organisation, and who may read its chat. */
export async function listApprovalAudience(database: Database, row: { organizationId: string, createdBy: string, chatId: string | null }): Promise<Pick<Principal, 'userId' | 'organizationId'>[]> {
  const { organizationId, createdBy, chatId } = row
  const members = await database.prisma.member.findMany({ where: { organizationId, OR: [{ userId: createdBy }, { role: { in: [...managingRoles] } }] }, select: { userId: true } })
  const readers = chatId === null ? [] : await listChatReaders(database, chatId)
  return [...new Set([...members, ...readers].map(({ userId }) => userId))].map((userId) => ({ userId, organizationId }))
}
