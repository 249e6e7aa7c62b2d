import { z } from 'zod'
import { apiScopes } from '#layers/northlight/shared/people/api-scopes.ts'
import type { ApiScope } from '#layers/northlight/shared/people/api-scopes.ts'
import type { ApiKey } from '#layers/northlight/shared/people/people-answers.ts'
import { roles } from '#layers/northlight/shared/people/roles.ts'
import type { Role } from '#layers/northlight/shared/people/roles.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import type { Database } from './open-database.ts'

/** A key that lets in, as whom. */
export interface KnownApiKey {
  id: string
  userId: string
  organizationId: string
  role: Role
  scopes: ApiScope[]
}

const permissionsSchema = z.record(z.string(), z.array(z.string()))

/** When a key was used last is noted no oftener than this. In milliseconds. */
const noteUseMs = 60_000

/** How the scopes of a key stand in its row, by Better Auth's form: `chats:read` is `{ chats: ['read'] }`. */
export function toPermissions(scopes: readonly ApiScope[]): Record<string, string[]> {
  const permissions: Record<string, string[]> = {}
  for (const scope of scopes) {
    const [subject = '', action = ''] = scope.split(':')
    permissions[subject] = [...permissions[subject] ?? [], action]
  }
  return permissions
}

/** And back; what is no scope of ours, as one that is no more, permits nothing. */
function toScopes(permissions: string | null): ApiScope[] {
  const parsed = permissions === null ? {} : permissionsSchema.parse(JSON.parse(permissions))
  return apiScopes.filter((scope) => {
    const [subject = '', action = ''] = scope.split(':')
    return Object.hasOwn(parsed, subject) && parsed[subject]?.includes(action)
  })
}

/** The organisation that a key is for stands in its metadata, in this very form. */
export function toKeyMetadata(organizationId: string) {
  return { organizationId }
}

const keyRowSchema = z.object({
  id: z.string(), user_id: z.string(), organization_id: z.string(), role: z.enum(roles), permissions: z.string().nullable(), last_request: z.date().nullable(),
})

/** The key with this hash, if it is not over and its person still belongs to its organisation. */
export async function findApiKey({ prisma }: Database, hash: string, now: Date): Promise<KnownApiKey | undefined> {
  const found = await prisma.$queryRaw<unknown[]>`
    SELECT apikey.id, apikey.reference_id AS user_id, member.organization_id, member.role, apikey.permissions, apikey.last_request
    FROM apikey
    JOIN member ON member.user_id = apikey.reference_id AND member.organization_id = apikey.metadata::json ->> 'organizationId'
    WHERE apikey.key = ${hash} AND apikey.enabled IS NOT FALSE AND (apikey.expires_at IS NULL OR apikey.expires_at > ${now})`
  const [row] = z.array(keyRowSchema).parse(found)
  if (!row) return undefined
  if (row.last_request === null || row.last_request.getTime() < now.getTime() - noteUseMs) {
    await prisma.apikey.updateMany({ where: { id: row.id }, data: { lastRequest: now } })
  }
  return { id: row.id, userId: row.user_id, organizationId: row.organization_id, role: row.role, scopes: toScopes(row.permissions) }
}

/** The rows of a person's keys for an organisation. */
export function keysFor({ userId, organizationId }: Pick<Principal, 'userId' | 'organizationId'>) {
  return { referenceId: userId, metadata: JSON.stringify(toKeyMetadata(organizationId)) }
}

/** A person's own keys for the organisation that they work in, the newest first. */
export async function listApiKeys({ prisma }: Database, principal: Principal): Promise<ApiKey[]> {
  const rows = await prisma.apikey.findMany({ where: keysFor(principal), orderBy: [{ createdAt: 'desc' }, { id: 'asc' }] })
  return rows.map((row) => ({
    id: row.id, name: row.name ?? '', start: row.start ?? '', scopes: toScopes(row.permissions),
    createdAt: row.createdAt.getTime(), expiresAt: row.expiresAt?.getTime() ?? null, lastUsedAt: row.lastRequest?.getTime() ?? null,
  }))
}

/** Deletes a person's own key; false: there is none with this id. */
export async function deleteApiKey({ prisma }: Database, principal: Principal, id: string): Promise<boolean> {
  return (await prisma.apikey.deleteMany({ where: { id, ...keysFor(principal) } })).count > 0
}
