import type { H3Event } from 'h3'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import { takeLimit } from '#layers/northlight/server/limits/take-limit.ts'
import { requireAccess } from '#layers/northlight/server/policy/require-access.ts'
import type { VerbName } from '#layers/northlight/server/policy/verbs.ts'
import type { SignIn } from '#layers/northlight/server/store/session-store.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import { findSignIn } from './find-sign-in.ts'
import { readApiKey } from './read-api-key.ts'
import { requireKeyPrincipal } from './require-key-principal.ts'
import { toSessionPrincipal } from './to-session-principal.ts'

/** @throws {NorthlightError} `local-mode`: nobody signs in on this server */
export function requirePasswordMode({ environment }: Services): void {
  if (environment.NORTHLIGHT_AUTH === 'local') throw new NorthlightError('local-mode')
}

/**
 * A key stands for a part of what its person may do in one organisation, never for the person.
 *
 * @throws {NorthlightError} `scope-missing`, `api-key-refused`, `request-invalid`
 */
export async function refuseApiKey(event: H3Event, services: Services): Promise<void> {
  const key = readApiKey(event)
  if (key === undefined) return
  await requireKeyPrincipal(services, key)
  throw new NorthlightError('scope-missing')
}

/** What a person does whatever they belong to, also nothing. */
type PersonVerb = Extract<VerbName, 'invitation.accept' | 'organization.create' | 'organization.choose'>

/**
 * The person behind a request, who may do what `verb` says whatever they belong to; a route for what they do as a
 * member asks for the principal.
 *
 * @throws {NorthlightError} `sign-in-missing`, `local-mode`, `rate-limited`, and as `refuseApiKey` and `requireAccess` do
 */
export async function requireSignIn(event: H3Event, services: Services, verb: PersonVerb): Promise<SignIn> {
  await refuseApiKey(event, services)
  requirePasswordMode(services)
  const signIn = await findSignIn(event, services)
  if (!signIn) throw new NorthlightError('sign-in-missing')
  const principal = toSessionPrincipal(signIn)
  if (principal) requireAccess(principal, verb)
  await takeLimit(services, principal ?? { via: 'session', userId: signIn.person.id, organizationId: signIn.person.id }, verb)
  return signIn
}
