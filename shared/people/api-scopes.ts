/** What an API key may be made for; each is a part of what its person may do themselves. */
export const apiScopes = ['chats:read', 'chats:write', 'runs:write', 'approvals:read', 'settings:read', 'settings:write'] as const

export type ApiScope = (typeof apiScopes)[number]

/** What each scope lets a program do, for whoever makes a key. */
export const apiScopeWords: Record<ApiScope, string> = {
  'chats:read': 'Read chats, their files and what changes in them',
  'chats:write': 'Ask, stop, rename, delete and share',
  'runs:write': 'Add test reports',
  'approvals:read': 'Read what waits for a decision, and what was decided',
  'settings:read': 'Read your settings',
  'settings:write': 'Change your settings',
}
