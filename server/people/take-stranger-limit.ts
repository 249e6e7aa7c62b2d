import type { H3Event } from 'h3'
import type { StrangerLimit } from '#layers/northlight/server/limits/limit-table.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'

/**
 * Counts what whoever is not known yet does, by the address that they come from, and by the e-mail address that they name.
 *
 * @throws {NorthlightError} `rate-limited`
 */
export async function takeStrangerLimit(event: H3Event, { limits, environment }: Services, name: StrangerLimit, email?: string): Promise<void> {
  if (environment.NORTHLIGHT_LIMITS === 'off') return
  await limits.take(name, { address: event.context.clientAddress ?? '', email })
}
