import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import { findApiKey } from '#layers/northlight/server/store/api-key-store.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import { isApiKeyForm } from './api-key-form.ts'

/**
 * Whom a key lets in, for what it is made for. Read in one statement: Better Auth's own check writes the row twice.
 *
 * @throws {NorthlightError} `api-key-refused`
 */
export async function requireKeyPrincipal({ database, clock }: Services, key: string): Promise<Principal> {
  const known = isApiKeyForm(key) ? await findApiKey(database, await toHash(key), new Date(clock.now())) : undefined
  if (!known) throw new NorthlightError('api-key-refused')
  const { id, userId, organizationId, role, scopes } = known
  return { userId, organizationId, role, via: 'key', credentialId: id, scopes }
}

/** As the plug-in hashed it when it made the key. Loaded by the first key: a server that never sees one starts sooner. */
async function toHash(key: string): Promise<string> {
  const { defaultKeyHasher } = await import('@better-auth/api-key')
  return defaultKeyHasher(key)
}
