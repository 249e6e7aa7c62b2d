import type { H3Event } from 'h3'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import type { Services } from './services.ts'

declare module 'h3' {
  interface H3EventContext {
    services?: Promise<Services>
  }
}

/**
 * What this server runs on; requests that come before it is up wait for it.
 *
 * @throws {NorthlightError} `starting`
 */
export async function requireServices(event: H3Event): Promise<Services> {
  const services = event.context.services
  if (!services) throw new NorthlightError('starting')
  return services
}
