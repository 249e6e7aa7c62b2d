import type { z } from 'zod'
import type { NewApiKey } from '#layers/northlight/shared/people/people-answers.ts'
import type { newApiKeyRequestSchema } from '#layers/northlight/shared/people/people-requests.ts'
import { toKeyMetadata, toPermissions } from '#layers/northlight/server/store/api-key-store.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'

const daySeconds = 24 * 60 * 60

/** Makes a key for a part of what this person may do in their organisation. The key itself is told this once, and kept as a hash. */
export async function createApiKey(services: Services, { userId, organizationId }: Principal, request: z.infer<typeof newApiKeyRequestSchema>): Promise<NewApiKey> {
  const { name, scopes, expiresInDays } = request
  const auth = await services.auth()
  const made = await auth.api.createApiKey({
    body: { name, userId, permissions: toPermissions(scopes), metadata: toKeyMetadata(organizationId), ...(expiresInDays === undefined ? {} : { expiresIn: expiresInDays * daySeconds }) },
  })
  return {
    id: made.id, name, start: made.start ?? '', scopes, createdAt: made.createdAt.getTime(), expiresAt: made.expiresAt?.getTime() ?? null, lastUsedAt: null, key: made.key,
  }
}
