import { randomBytes } from 'node:crypto'
import type { Invitation } from '#layers/northlight/shared/people/people-answers.ts'
import type { Role } from '#layers/northlight/shared/people/roles.ts'
import { insertInvitation } from '#layers/northlight/server/store/invitation-store.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'

const lastsMs = 7 * 24 * 60 * 60_000
/** Whoever has the link may sign up: no other id is as hard to guess. */
const idBytes = 24

/**
 * Asks somebody into the organisation. No e-mail is sent: whoever asks passes the link on.
 *
 * @throws {NorthlightError} `role-missing`, `member-exists`, `invitation-exists`
 */
export function createInvitation({ database, clock }: Services, principal: Principal, { email, role }: { email: string, role: Exclude<Role, 'owner'> }): Promise<Invitation> {
  const now = clock.now()
  return insertInvitation(database, principal, { id: randomBytes(idBytes).toString('base64url'), email, role, at: new Date(now), expiresAt: new Date(now + lastsMs) })
}
