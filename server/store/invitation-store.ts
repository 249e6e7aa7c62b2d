import { z } from 'zod'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import type { Invitation, OpenInvitation } from '#layers/northlight/shared/people/people-answers.ts'
import { roles } from '#layers/northlight/shared/people/roles.ts'
import type { Role } from '#layers/northlight/shared/people/roles.ts'
import { requireAccess } from '#layers/northlight/server/policy/require-access.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import type { Transaction } from './message-store.ts'
import type { Database } from './open-database.ts'
import { lockOrganization } from './organization-store.ts'

const roleSchema = z.enum(roles)

/** Asked, not yet answered, and not over. */
function open(now: Date) {
  return { status: 'pending', expiresAt: { gt: now } }
}

function toInvitation({ id, email, role, expiresAt }: { id: string, email: string, role: string | null, expiresAt: Date }): Invitation {
  return { id, email, role: roleSchema.parse(role), expiresAt: expiresAt.getTime(), path: `/sign-up?invitation=${id}` }
}

/** Those of an organisation that can still be accepted, the newest first. */
export async function listInvitations({ prisma }: Database, { organizationId }: Principal, now: Date): Promise<Invitation[]> {
  const rows = await prisma.invitation.findMany({ where: { organizationId, ...open(now) }, orderBy: [{ createdAt: 'desc' }, { id: 'asc' }] })
  return rows.map(toInvitation)
}

export interface NewInvitation {
  /** Whoever knows it may sign up with this e-mail address. */
  id: string
  email: string
  role: Exclude<Role, 'owner'>
  at: Date
  expiresAt: Date
}

/**
 * Asks somebody into the organisation; the row of which is locked, so that the same address is not asked twice at once.
 * Who asks is read anew: they may have been removed, or made a member, since the request began.
 *
 * @throws {NorthlightError} `role-missing`, `member-exists`, `invitation-exists`
 */
export function insertInvitation({ prisma }: Database, principal: Principal, { at, ...invitation }: NewInvitation): Promise<Invitation> {
  const { organizationId, userId } = principal
  return prisma.$transaction(async (transaction) => {
    await lockOrganization(transaction, organizationId)
    const asker = await transaction.member.findUnique({ where: { organizationId_userId: { organizationId, userId } }, select: { role: true } })
    if (!asker) throw new NorthlightError('role-missing')
    requireAccess({ ...principal, role: roleSchema.parse(asker.role) }, 'person.manage')
    const { email } = invitation
    if (await transaction.member.findFirst({ where: { organizationId, user: { email } }, select: { id: true } })) throw new NorthlightError('member-exists')
    if (await transaction.invitation.findFirst({ where: { organizationId, email, ...open(at) }, select: { id: true } })) throw new NorthlightError('invitation-exists')
    return toInvitation(await transaction.invitation.create({ data: { ...invitation, organizationId, inviterId: userId, status: 'pending', createdAt: at } }))
  })
}

/**
 * Takes an invitation back: its link opens nothing any more.
 *
 * @throws {NorthlightError} `invitation-not-found`
 */
export async function cancelInvitation({ prisma }: Database, { organizationId }: Principal, id: string): Promise<void> {
  const { count } = await prisma.invitation.updateMany({ where: { id, organizationId, status: 'pending' }, data: { status: 'canceled' } })
  if (count === 0) throw new NorthlightError('invitation-not-found')
}

/**
 * What an invitation tells whoever has its link.
 *
 * @throws {NorthlightError} `invitation-not-found`
 */
export async function requireOpenInvitation({ prisma }: Database, id: string, now: Date): Promise<OpenInvitation> {
  const invitation = await prisma.invitation.findFirst({ where: { id, ...open(now) }, select: { id: true, email: true, organization: { select: { name: true } } } })
  if (!invitation) throw new NorthlightError('invitation-not-found')
  const { email, organization } = invitation
  return { id, email, organizationName: organization.name, hasAccount: await prisma.user.findUnique({ where: { email }, select: { id: true } }) !== null }
}

/**
 * Takes an invitation for this address, once: whoever comes at the same moment waits for its row.
 *
 * @throws {NorthlightError} `invitation-not-found`
 */
export async function claimInvitation(transaction: Transaction, id: string, email: string, now: Date): Promise<{ organizationId: string, role: Role }> {
  const { count } = await transaction.invitation.updateMany({ where: { id, email, ...open(now) }, data: { status: 'accepted' } })
  if (count === 0) throw new NorthlightError('invitation-not-found')
  const { organizationId, role } = await transaction.invitation.findUniqueOrThrow({ where: { id }, select: { organizationId: true, role: true } })
  return { organizationId, role: roleSchema.parse(role) }
}

/**
 * Has a person who signed in join what they were asked into. Gives that organisation.
 *
 * @throws {NorthlightError} `invitation-not-found`
 */
export function acceptInvitation({ prisma }: Database, invitationId: string, person: { userId: string, email: string, memberId: string, at: Date }): Promise<{ organizationId: string }> {
  const { userId, email, memberId, at } = person
  return prisma.$transaction(async (transaction) => {
    const { organizationId, role } = await claimInvitation(transaction, invitationId, email, at)
    await joinOrganization(transaction, { id: memberId, organizationId, userId, role, at })
    return { organizationId }
  })
}

/** Makes somebody a member; who is one already stays as they are. */
export async function joinOrganization(transaction: Transaction, { at, ...member }: { id: string, organizationId: string, userId: string, role: Role, at: Date }): Promise<void> {
  await transaction.member.createMany({ data: [{ ...member, createdAt: at }], skipDuplicates: true })
}
