import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import { resolveSecret } from '#layers/northlight/server/people/resolve-secret.ts'
import { SealBrokenError } from '#layers/northlight/server/secrets/seal-broken-error.ts'
import { unsealSecret } from '#layers/northlight/server/secrets/seal-secret.ts'
import type { SealedConnection } from '#layers/northlight/server/store/connection-store.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'

/** A connection that can be used. */
export interface OpenConnection {
  id: string
  name: string
  url: string
  /** A token, or what webhooks are signed with: from here on it is masked wherever this server speaks. */
  secret: string
}

/** @throws {NorthlightError} `connection-missing`: its secret can't be opened */
export async function openConnection({ environment, secrets }: Pick<Services, 'environment' | 'secrets'>, connection: SealedConnection): Promise<OpenConnection> {
  const { id, name, url, organizationId, sealedSecret } = connection
  try {
    const secret = unsealSecret(await resolveSecret(environment), { organizationId, connectionId: id }, sealedSecret)
    secrets.learn(secret)
    return { id, name, url, secret }
  }
  catch (cause) {
    if (!(cause instanceof SealBrokenError)) throw cause
    throw new NorthlightError('connection-missing', {
      message: `The secret of the connection ${name} can't be opened: it was sealed with another NORTHLIGHT_SECRET.`, fix: 'Delete the connection and make it again.', cause,
    })
  }
}
