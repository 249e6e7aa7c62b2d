import type { Transaction } from './message-store.ts'
import type { Database } from './open-database.ts'

/** As what somebody belongs to an organisation; undefined: not at all. */
export async function findMemberRole(client: Database['prisma'] | Transaction, organizationId: string, userId: string): Promise<string | undefined> {
  return (await client.member.findUnique({ where: { organizationId_userId: { organizationId, userId } }, select: { role: true } }))?.role
}
