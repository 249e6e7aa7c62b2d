import type { ErrorCode } from '#layers/northlight/shared/errors/error-catalogue.ts'
import { managingRoles } from '#layers/northlight/shared/people/roles.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import { toVerb } from './verbs.ts'
import type { VerbName } from './verbs.ts'

/** Whose something is. */
export interface Owned {
  organizationId: string
  ownerId: string
  /** Whether everybody in the organisation may read it. */
  isShared: boolean
}

/** Why not; `unseen`: to this person it is as if it were not there. */
export type AccessRefusal = Extract<ErrorCode, 'scope-missing' | 'role-missing' | 'read-only'> | 'unseen'

/**
 * The one place that decides who may do what: by the scopes of a key, by the role, and by whose the thing is.
 * Undefined: they may. What belongs to somebody else and is not shared is never even admitted to exist.
 */
export function planAccess(principal: Pick<Principal, 'userId' | 'organizationId' | 'role' | 'scopes'>, verbName: VerbName, owned?: Owned): AccessRefusal | undefined {
  const verb = toVerb(verbName)
  if (principal.scopes && (verb.scope === null || !principal.scopes.includes(verb.scope))) return 'scope-missing'
  if (verb.roles && !verb.roles.includes(principal.role)) return 'role-missing'
  if (!owned || isOwner(principal, owned)) return undefined
  if (owned.organizationId !== principal.organizationId) return 'unseen'
  if (verb.forManagers && isManager(principal)) return undefined
  if (!owned.isShared) return 'unseen'
  return verb.forReaders ? undefined : 'read-only'
}

function isManager({ role }: Pick<Principal, 'role'>): boolean {
  return managingRoles.some((managing) => managing === role)
}

function isOwner({ organizationId, userId }: Pick<Principal, 'organizationId' | 'userId'>, owned: Owned): boolean {
  return owned.organizationId === organizationId && owned.ownerId === userId
}
