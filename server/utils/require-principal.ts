import type { H3Event } from 'h3'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
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
 * The person behind a request: in local mode the seeded user, for a connection from this machine only.
 *
 * @throws {NorthlightError} `principal-missing`
 */
export async function requirePrincipal(event: H3Event, services: Services): Promise<Principal> {
  if (!loopbackAddress.test(event.context.clientAddress ?? '')) throw new NorthlightError('principal-missing')
  return services.localPrincipal
}
