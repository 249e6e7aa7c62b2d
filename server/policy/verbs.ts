import type { ApiScope } from '#layers/northlight/shared/people/api-scopes.ts'
import { managingRoles } from '#layers/northlight/shared/people/roles.ts'
import type { Role } from '#layers/northlight/shared/people/roles.ts'
import type { PersonLimit } from '#layers/northlight/server/limits/limit-table.ts'

/** What it takes to do something. */
interface Verb {
  /** The scope that an API key needs; null: no key can. */
  scope: ApiScope | null
  /** What it counts as. */
  limit: PersonLimit
  /** The roles that may; all, where none are named. */
  roles?: readonly Role[]
  /** Whether those whom an owner lets read what they own may do it too. Nobody else's own is ever touched. */
  forReaders?: true
  /** Whether owners and admins may do it with what is others' in their organisation. */
  forManagers?: true
}

/** Everything that can be asked of the server by somebody it knows. */
export const verbs = {
  'chat.list': { scope: 'chats:read', limit: 'read' },
  'chat.read': { scope: 'chats:read', limit: 'read', forReaders: true },
  'turn.start': { scope: 'chats:write', limit: 'turn' },
  'chat.create': { scope: 'chats:write', limit: 'write' },
  'chat.write': { scope: 'chats:write', limit: 'write' },
  'chat.delete': { scope: 'chats:write', limit: 'write' },
  'chat.share': { scope: 'chats:write', limit: 'write' },
  'event.read': { scope: 'chats:read', limit: 'read' },
  'file.read': { scope: 'chats:read', limit: 'read', forReaders: true },
  'file.add': { scope: 'chats:write', limit: 'upload' },
  'approval.read': { scope: 'approvals:read', limit: 'read', forReaders: true, forManagers: true },
  // A person decides, who has seen it: no key does.
  'approval.decide': { scope: null, limit: 'write', forManagers: true },
  'dot.read': { scope: 'chats:read', limit: 'read' },
  'dot.manage': { scope: null, limit: 'write', roles: managingRoles },
  'connection.manage': { scope: null, limit: 'write', roles: managingRoles },
  'review-log.read': { scope: null, limit: 'read', roles: managingRoles },
  'time-entry.read': { scope: null, limit: 'read' },
  'run.add': { scope: 'runs:write', limit: 'upload' },
  'settings.read': { scope: 'settings:read', limit: 'read' },
  'settings.write': { scope: 'settings:write', limit: 'write' },
  'person.read': { scope: null, limit: 'read' },
  'person.manage': { scope: null, limit: 'write', roles: managingRoles },
  'invitation.accept': { scope: null, limit: 'write' },
  'organization.create': { scope: null, limit: 'write' },
  'organization.choose': { scope: null, limit: 'write' },
  'api-key.manage': { scope: null, limit: 'write' },
} as const satisfies Record<string, Verb>

export type VerbName = keyof typeof verbs

export function toVerb(name: VerbName): Verb {
  return verbs[name]
}
