import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import type { NewConnectionAnswer } from '#layers/northlight/shared/connections/connection-answers.ts'
import type { NewConnection } from '#layers/northlight/shared/connections/connection-requests.ts'
import { findAddresses } from '#layers/northlight/server/outward/find-addresses.ts'
import { resolveSecret } from '#layers/northlight/server/people/resolve-secret.ts'
import { sealSecret } from '#layers/northlight/server/secrets/seal-secret.ts'
import { insertConnection } from '#layers/northlight/server/store/connection-store.ts'
import type { Environment } from '#layers/northlight/server/utils/env.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'

const signingKeyBytes = 32

/**
 * Makes a connection and seals its secret. Where we made that, a webhook's signing key, it is told this once.
 *
 * @throws {NorthlightError} `request-invalid`, `connection-exists`
 */
export async function createConnection(services: Services, principal: Principal, request: NewConnection): Promise<NewConnectionAnswer> {
  const { database, environment, clock, ids, secrets } = services
  await requireCallable(request.url, environment)
  const given = request.secret
  const secret = given ?? `whsec_${randomBytes(signingKeyBytes).toString('base64')}`
  secrets.learn(secret)
  const connection = {
    id: ids(), kind: request.kind, name: request.name, url: request.url, announces: request.kind === 'webhook' && request.announces, createdAt: clock.now(),
  }
  const place = { organizationId: principal.organizationId, connectionId: connection.id }
  await insertConnection(database, principal, { ...connection, sealedSecret: sealSecret(await resolveSecret(environment), place, secret) })
  return { ...connection, ...given === undefined ? { secret } : {} }
}

/** What can be seen of an address without asking anybody; the rest is looked at whenever it is called. */
async function requireCallable(text: string, { NORTHLIGHT_PRIVATE_ADDRESSES: privateAddresses }: Environment) {
  const { protocol, hostname } = new URL(text)
  if (protocol === 'http:' && privateAddresses.length === 0) throw refuse('`url`: It has to begin with https://.')
  if (isIP(hostname.replace(/^\[(.*)\]$/, '$1')) === 0) return
  const found = await findAddresses(hostname, privateAddresses).catch((cause: unknown) => {
    throw refuse('`url`: This server may not call that address.', cause)
  })
  if (protocol === 'http:' && !found.areAllowed) throw refuse('`url`: It has to begin with https://.')
}

function refuse(message: string, cause?: unknown): NorthlightError {
  return new NorthlightError('request-invalid', { message, fix: 'Private addresses are called where the operator names them in NORTHLIGHT_PRIVATE_ADDRESSES.', cause })
}
