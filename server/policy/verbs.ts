import type { ApiScope } from '#layers/northlight/shared/people/api-scopes.ts'
import type { Role } from '#layers/northlight/shared/people/roles.ts'

/** What it takes to do something. */
interface Verb {
  /** The scope that an API key needs; null: no key can. */
  scope: ApiScope | null
  /** The roles that may; all, where none are named. */
  roles?: readonly Role[]
  /** Whether those whom an owner lets read what they own may do it too. Nobody else's own is ever touched. */
  forReaders?: true
}

const managers = ['owner', 'admin'] as const

/** Everything that can be asked of the server by somebody it knows. */
export const verbs = {
  'chat.list': { scope: 'chats:read' },
  'chat.read': { scope: 'chats:read', forReaders: true },
  'chat.create': { scope: 'chats:write' },
  'chat.write': { scope: 'chats:write' },
  'chat.delete': { scope: 'chats:write' },
  'chat.share': { scope: 'chats:write' },
  'event.read': { scope: 'chats:read' },
  'file.read': { scope: 'chats:read', forReaders: true },
  'file.add': { scope: 'chats:write' },
  'run.add': { scope: 'runs:write' },
  'settings.read': { scope: 'settings:read' },
  'settings.write': { scope: 'settings:write' },
  'person.read': { scope: null },
  'person.manage': { scope: null, roles: managers },
  'organization.create': { scope: null },
  'organization.choose': { scope: null },
  'api-key.manage': { scope: null },
} as const satisfies Record<string, Verb>

export type VerbName = keyof typeof verbs

export function toVerb(name: VerbName): Verb {
  return verbs[name]
}
