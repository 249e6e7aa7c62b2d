import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import type { Database } from './open-database.ts'

/** Who may read a chat beside its owner: while it is shared, everybody else in the organisation. */
export async function listChatReaders({ prisma }: Database, chatId: string): Promise<Pick<Principal, 'userId' | 'organizationId'>[]> {
  const chat = await prisma.chat.findUnique({ where: { id: chatId }, select: { organizationId: true, ownerId: true, sharedAt: true } })
  if (!chat?.sharedAt) return []
  const { organizationId, ownerId } = chat
  return prisma.member.findMany({ where: { organizationId, userId: { not: ownerId } }, select: { userId: true, organizationId: true } })
}
