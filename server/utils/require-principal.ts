import type { H3Event } from 'h3'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import { findSignIn } from '#layers/northlight/server/people/find-sign-in.ts'
import { readApiKey } from '#layers/northlight/server/people/read-api-key.ts'
import { requireKeyPrincipal } from '#layers/northlight/server/people/require-key-principal.ts'
import { toSessionPrincipal } from '#layers/northlight/server/people/to-session-principal.ts'
import type { Principal } from './principal.ts'
import type { Services } from './services.ts'

declare module 'h3' {
  interface H3EventContext {
    /** The address that the connection came from. */
    clientAddress?: string
  }
}

const loopbackAddress = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/

/**
 * Who asks: whom the request's key lets in, and only that, where it brings one; in local mode the seeded person, for a
 * connection from this machine only; else whoever signed in, in the organisation that they work in.
 *
 * @throws {NorthlightError} `principal-missing`, `sign-in-missing`, `organization-missing`, `api-key-refused`, `request-invalid`
 */
export async function requirePrincipal(event: H3Event, services: Services): Promise<Principal> {
  const key = readApiKey(event)
  if (key !== undefined) return requireKeyPrincipal(services, key)
  if (services.environment.NORTHLIGHT_AUTH === 'local') return requireLocalPrincipal(event, services)
  const signIn = await findSignIn(event, services)
  if (!signIn) throw new NorthlightError('sign-in-missing')
  const principal = toSessionPrincipal(signIn)
  if (!principal) throw new NorthlightError('organization-missing')
  return principal
}

/** @throws {NorthlightError} `principal-missing` */
export function requireLocalPrincipal(event: H3Event, services: Services): Principal {
  if (!loopbackAddress.test(event.context.clientAddress ?? '')) throw new NorthlightError('principal-missing')
  return services.localPrincipal
}
