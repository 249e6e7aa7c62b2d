import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import { Prisma } from '#layers/northlight/generated/prisma/client.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import { claimInvitation, joinOrganization } from './invitation-store.ts'
import type { Transaction } from './message-store.ts'
import type { Database } from './open-database.ts'
import type { SignIn } from './session-store.ts'

/** Whether nobody has signed up so far: whoever does first takes over what is here. */
export async function isUnclaimed({ prisma }: Pick<Database, 'prisma'> | { prisma: Transaction }): Promise<boolean> {
  return await prisma.account.findFirst({ select: { id: true } }) === null
}

/** This machine's one person, as somebody who signed in: they work in one organisation alone. */
export async function loadLocalSignIn({ prisma }: Database, { userId, organizationId, role }: Principal): Promise<Omit<SignIn, 'sessionId'>> {
  const person = await prisma.user.findUniqueOrThrow({ where: { id: userId }, select: { id: true, name: true, email: true } })
  const organization = await prisma.organization.findUniqueOrThrow({ where: { id: organizationId }, select: { name: true } })
  return { person, activeOrganizationId: organizationId, memberships: [{ organizationId, organizationName: organization.name, role }] }
}

export interface NewPerson {
  name: string
  email: string
  passwordHash: string
  accountId: string
  at: Date
}

/**
 * Makes the local person the one who signs up first: name, e-mail address and password become theirs, and with them all
 * that is here. Once, since whoever comes at the same moment waits for the row.
 *
 * @throws {NorthlightError} `sign-up-closed`
 */
export function claimWorkspace({ prisma }: Database, local: Pick<Principal, 'userId' | 'organizationId'>, { name, email, at, ...account }: NewPerson): Promise<void> {
  const { userId, organizationId } = local
  return prisma.$transaction(async (transaction) => {
    await transaction.$queryRaw`SELECT id FROM "user" WHERE id = ${userId} FOR UPDATE`
    if (!await isUnclaimed({ prisma: transaction })) throw new NorthlightError('sign-up-closed')
    await transaction.user.update({ where: { id: userId }, data: { name, email, updatedAt: at } })
    await insertAccount(transaction, userId, account, at)
    await transaction.member.update({ where: { organizationId_userId: { organizationId, userId } }, data: { role: 'owner' } })
  })
}

/**
 * Makes a person of an invitation, once, and a member of what it is for. Gives that organisation.
 *
 * @throws {NorthlightError} `invitation-not-found`, `account-exists`
 */
export async function insertInvitedPerson({ prisma }: Database, invitationId: string, person: NewPerson & { userId: string, memberId: string }): Promise<{ organizationId: string }> {
  const { userId, memberId, name, email, at, ...account } = person
  try {
    return await prisma.$transaction(async (transaction) => {
      const { organizationId, role } = await claimInvitation(transaction, invitationId, email, at)
      if (await transaction.user.findUnique({ where: { email }, select: { id: true } })) throw new NorthlightError('account-exists')
      await transaction.user.create({ data: { id: userId, name, email, createdAt: at, updatedAt: at } })
      await insertAccount(transaction, userId, account, at)
      await joinOrganization(transaction, { id: memberId, organizationId, userId, role, at })
      return { organizationId }
    })
  }
  catch (error) {
    // Two invitations of one address, both accepted at once.
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002') throw new NorthlightError('account-exists', { cause: error })
    throw error
  }
}

/** As Better Auth stores the password of whoever signs up. */
async function insertAccount(transaction: Transaction, userId: string, { accountId, passwordHash }: Pick<NewPerson, 'accountId' | 'passwordHash'>, at: Date) {
  await transaction.account.create({ data: { id: accountId, accountId: userId, providerId: 'credential', userId, password: passwordHash, createdAt: at, updatedAt: at } })
}

/** Somebody as the review log names them. */
export async function loadActor(client: Database['prisma'] | Transaction, { userId }: Pick<Principal, 'userId'>): Promise<{ id: string, name: string }> {
  return client.user.findUniqueOrThrow({ where: { id: userId }, select: { id: true, name: true } })
}
