import { firstDot } from './first-dot.ts'
import type { Transaction } from './message-store.ts'
import type { Database } from './open-database.ts'

export interface NewOrganization {
  id: string
  name: string
  /** Whoever makes it owns it. */
  ownerId: string
  memberId: string
  dotId: string
  at: Date
}

/** Makes an organisation with its owner and a dot to ask, whole. */
export async function insertOrganization({ prisma }: Database, { id, name, ownerId, memberId, dotId, at }: NewOrganization): Promise<void> {
  await prisma.$transaction(async (transaction) => {
    await transaction.organization.create({ data: { id, name, slug: id, createdAt: at } })
    await transaction.member.create({ data: { id: memberId, organizationId: id, userId: ownerId, role: 'owner', createdAt: at } })
    await transaction.dot.create({ data: { id: dotId, organizationId: id, createdBy: ownerId, ...firstDot, createdAt: at } })
  })
}

/** Before its members are counted: those who change them at once wait for each other. */
export async function lockOrganization(transaction: Transaction, organizationId: string): Promise<void> {
  await transaction.$queryRaw`SELECT id FROM organization WHERE id = ${organizationId} FOR UPDATE`
}
