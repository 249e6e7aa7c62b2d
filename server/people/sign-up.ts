import type { z } from 'zod'
import type { H3Event } from 'h3'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import type { signUpSchema } from '#layers/northlight/shared/people/people-requests.ts'
import { claimWorkspace, insertInvitedPerson, isUnclaimed } from '#layers/northlight/server/store/person-store.ts'
import { requireOpenInvitation } from '#layers/northlight/server/store/invitation-store.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import { openSession } from './sign-in.ts'
import type { OpenedSession } from './sign-in.ts'

/**
 * Signs up, and in. The first one takes over what is here; every other one needs an invitation for this very address.
 * Whether an address has an account is told to whoever holds an invitation for it, and to nobody else.
 *
 * @throws {NorthlightError} `sign-up-closed`, `invitation-not-found`, `account-exists`
 */
export async function signUp(event: H3Event, services: Services, request: z.infer<typeof signUpSchema>): Promise<OpenedSession> {
  const { name, email, password, invitationId } = request
  const { database, ids, clock, localPrincipal } = services
  const at = new Date(clock.now())
  // Before the hash, which costs: it is made for those who may.
  await requireWelcome(services, invitationId, email, at)
  const { password: passwords } = await (await services.auth()).$context
  const person = { name, email, passwordHash: await passwords.hash(password), accountId: ids(), at }
  if (invitationId === undefined) {
    await claimWorkspace(database, localPrincipal, person)
    return openSession(event, services, localPrincipal.userId)
  }
  const userId = ids()
  await insertInvitedPerson(database, invitationId, { ...person, userId, memberId: ids() })
  return openSession(event, services, userId)
}

async function requireWelcome({ database }: Services, invitationId: string | undefined, email: string, at: Date) {
  if (invitationId === undefined) {
    if (!await isUnclaimed(database)) throw new NorthlightError('sign-up-closed')
    return
  }
  const invitation = await requireOpenInvitation(database, invitationId, at)
  if (invitation.email !== email) throw new NorthlightError('invitation-not-found')
  if (invitation.hasAccount) throw new NorthlightError('account-exists')
}
