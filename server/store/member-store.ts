import { z } from 'zod'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import type { Member } from '#layers/northlight/shared/people/people-answers.ts'
import { roles } from '#layers/northlight/shared/people/roles.ts'
import type { Role } from '#layers/northlight/shared/people/roles.ts'
import { planMemberChange } from '#layers/northlight/server/policy/plan-member-change.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import { keysFor } from './api-key-store.ts'
import type { Transaction } from './message-store.ts'
import type { Database } from './open-database.ts'
import { lockOrganization } from './organization-store.ts'

const roleSchema = z.enum(roles)

const shown = { id: true, userId: true, role: true, createdAt: true, user: { select: { name: true, email: true } } } as const

function toMember({ id, userId, role, createdAt, user }: { id: string, userId: string, role: string, createdAt: Date, user: { name: string, email: string } }): Member {
  return { id, userId, name: user.name, email: user.email, role: roleSchema.parse(role), joinedAt: createdAt.getTime() }
}

/** Everybody in the organisation, who joined first first. */
export async function listMembers({ prisma }: Database, { organizationId }: Principal): Promise<Member[]> {
  const rows = await prisma.member.findMany({ where: { organizationId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }], select: shown })
  return rows.map(toMember)
}

/**
 * Makes a member something else in the organisation. Whom they asked in when they still could, may not come any more.
 *
 * @throws {NorthlightError} `member-not-found`, and as `planMemberChange` says
 */
export function changeMember({ prisma }: Database, principal: Principal, id: string, role: Role): Promise<Member> {
  return prisma.$transaction(async (transaction) => {
    const { userId } = await requireMemberChange(transaction, principal, id, role)
    if (role === 'member') await cancelInvitationsOf(transaction, principal.organizationId, userId)
    return toMember(await transaction.member.update({ where: { id }, data: { role }, select: shown }))
  })
}

/**
 * Ends a membership, and with it the person's keys and invitations for this organisation. What they made stays theirs, and is seen by
 * nobody else, but for the chats that they shared.
 *
 * @throws {NorthlightError} `member-not-found`, and as `planMemberChange` says
 */
export async function removeMember({ prisma }: Database, principal: Principal, id: string): Promise<void> {
  const { organizationId } = principal
  await prisma.$transaction(async (transaction) => {
    const { userId } = await requireMemberChange(transaction, principal, id, undefined)
    await transaction.member.delete({ where: { id } })
    await cancelInvitationsOf(transaction, organizationId, userId)
    await transaction.apikey.deleteMany({ where: keysFor({ userId, organizationId }) })
    await transaction.session.updateMany({ where: { userId, activeOrganizationId: organizationId }, data: { activeOrganizationId: null } })
  })
}

async function cancelInvitationsOf(transaction: Transaction, organizationId: string, inviterId: string) {
  await transaction.invitation.updateMany({ where: { organizationId, inviterId, status: 'pending' }, data: { status: 'canceled' } })
}

/** The organisation is locked first, and who asks is read anew: two owners who leave at once do not both. */
async function requireMemberChange(transaction: Transaction, { organizationId, userId }: Principal, id: string, nextRole: Role | undefined): Promise<{ userId: string }> {
  await lockOrganization(transaction, organizationId)
  const asker = await transaction.member.findUnique({ where: { organizationId_userId: { organizationId, userId } }, select: { id: true, role: true } })
  const member = await transaction.member.findFirst({ where: { id, organizationId }, select: { id: true, role: true, userId: true } })
  if (!asker || !member) throw new NorthlightError('member-not-found')
  const owners = await transaction.member.count({ where: { organizationId, role: 'owner' } })
  const refusal = planMemberChange({
    askerRole: roleSchema.parse(asker.role), isSelf: asker.id === member.id, currentRole: roleSchema.parse(member.role), nextRole, owners,
  })
  if (refusal) throw new NorthlightError(refusal)
  return { userId: member.userId }
}
