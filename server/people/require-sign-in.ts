import type { H3Event } from 'h3'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import type { SignIn } from '#layers/northlight/server/store/session-store.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import { findSignIn } from './find-sign-in.ts'
import { readApiKey } from './read-api-key.ts'
import { requireKeyPrincipal } from './require-key-principal.ts'

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

/**
 * The person behind a request, whatever they belong to; a route for what they do as a member asks for the principal.
 *
 * @throws {NorthlightError} `sign-in-missing`, `local-mode`, and as `refuseApiKey` does
 */
export async function requireSignIn(event: H3Event, services: Services): Promise<SignIn> {
  await refuseApiKey(event, services)
  requirePasswordMode(services)
  const signIn = await findSignIn(event, services)
  if (!signIn) throw new NorthlightError('sign-in-missing')
  return signIn
}
