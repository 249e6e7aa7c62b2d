import type { H3Event } from 'h3'
import type { z } from 'zod'
import type { StrangerLimit } from '#layers/northlight/server/limits/limit-table.ts'
import { readStrictBody } from '#layers/northlight/server/utils/read-strict-body.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import { refuseApiKey, requirePasswordMode } from './require-sign-in.ts'
import { takeStrangerLimit } from './take-stranger-limit.ts'

/** Several times what a name, an address and a password are at their longest: whoever sends more is not read to the end. */
const mostBytes = 10_000

/**
 * What somebody says who proves with it who they are: read, and counted by the address that they come from and the
 * e-mail address that they name.
 *
 * @throws {NorthlightError} `local-mode`, `body-too-large`, `request-invalid`, `rate-limited`, and as `refuseApiKey` does
 */
export async function readStrangerBody<Schema extends z.ZodType<{ email: string }>>(event: H3Event, services: Services, limit: StrangerLimit, schema: Schema): Promise<z.infer<Schema>> {
  await refuseApiKey(event, services)
  requirePasswordMode(services)
  const request = await readStrictBody(event, schema, { limit: mostBytes })
  await takeStrangerLimit(event, services, limit, request.email)
  return request
}
