import type { MatrixRow } from './matrix-form.ts'

const password = 'correct horse battery'
const question = (chat: string) => ({ id: chat, trigger: 'submit-message', message: { id: 'question-9', role: 'user', parts: [{ type: 'text', text: 'Hello' }] } })

/** Reads what is Mona's. */
const reads = (status = 200) => [401, 404, 404, status, status, 404, status, 403] as const
/** Changes what is Mona's. */
const changes = (status = 200) => [401, 404, 404, 403, status, 404, status, 403] as const
/** Is about whoever asks alone. */
const own = (status = 200) => [401, status, status, status, status, status, status, 403] as const
/** The same, for people only. */
const ownInPerson = (status = 200) => [401, status, status, status, status, status, 403, 403] as const
/** Is for owners and admins, in person. */
const managers = (status = 200) => [401, status, 403, 403, 403, status, 403, 403] as const
/** Whoever comes may ask; a key is for nothing of the kind. */
const open = (status = 200) => [status, status, status, status, status, status, 403, 403] as const
/** Whatever is asked, there is nothing to be let in to. */
const everybody = (status = 200) => [status, status, status, status, status, status, status, status] as const

/** A row for each route file, by method and path. */
export const rows: Record<string, MatrixRow> = {
  'GET /healthz': { request: () => ({ path: '/healthz' }), cells: everybody() },
  'GET /readyz': { request: () => ({ path: '/readyz' }), cells: everybody() },
  ' /api/**': { request: () => ({ path: '/api/nothing' }), cells: everybody(404) },

  'POST /api/chat': { scope: 'chats:write', request: ({ chat }) => ({ path: '/api/chat', body: question(chat) }), cells: changes() },
  'POST /api/chat/:id/stop': { scope: 'chats:write', request: ({ chat }) => ({ path: `/api/chat/${chat}/stop`, body: {} }), cells: changes() },
  'GET /api/chat/:id/stream': { scope: 'chats:read', request: ({ chat }) => ({ path: `/api/chat/${chat}/stream` }), cells: reads(204) },
  'GET /api/chats': { scope: 'chats:read', request: () => ({ path: '/api/chats' }), cells: own() },
  'POST /api/chats': { scope: 'chats:write', request: () => ({ path: '/api/chats', body: {} }), cells: own(201) },
  'POST /api/chats/import': { scope: 'chats:write', request: () => ({ path: '/api/chats/import', body: { messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hello' }] }] } }), cells: own(201) },
  'GET /api/chats/:id': { scope: 'chats:read', request: ({ chat }) => ({ path: `/api/chats/${chat}` }), cells: reads() },
  'PATCH /api/chats/:id': { scope: 'chats:write', request: ({ chat }) => ({ path: `/api/chats/${chat}`, body: { isShared: false } }), cells: changes() },
  'DELETE /api/chats/:id': { scope: 'chats:write', request: ({ chat }) => ({ path: `/api/chats/${chat}` }), cells: changes(204) },
  'GET /api/chats/:id/export': { scope: 'chats:read', request: ({ chat }) => ({ path: `/api/chats/${chat}/export` }), cells: reads() },
  'GET /api/messages': { scope: 'chats:read', request: ({ chat }) => ({ path: `/api/messages?chat=${chat}` }), cells: reads() },
  'GET /api/events': { scope: 'chats:read', request: () => ({ path: '/api/events' }), cells: own() },
  'GET /api/files/:id': { scope: 'chats:read', request: ({ file }) => ({ path: `/api/files/${file}` }), cells: reads() },
  'POST /api/files': { scope: 'chats:write', request: () => ({ path: '/api/files?name=a.txt', body: 'A', headers: { 'content-type': 'text/plain' } }), cells: own(201) },
  'POST /api/runs': { scope: 'runs:write', request: () => ({ path: '/api/runs', body: '<testsuites><testsuite name="s"><testcase name="t"/></testsuite></testsuites>', headers: { 'content-type': 'application/xml' } }), cells: own(201) },
  'GET /api/settings/chat': { scope: 'settings:read', request: () => ({ path: '/api/settings/chat' }), cells: own() },
  'PATCH /api/settings/chat': { scope: 'settings:write', request: () => ({ path: '/api/settings/chat', body: { detailLevel: 1 } }), cells: own() },

  'GET /api/session': { request: () => ({ path: '/api/session' }), cells: open() },
  'POST /api/session': { request: () => ({ path: '/api/session', body: { email: 'admin@example.com', password } }), cells: open() },
  'PATCH /api/session': { request: ({ organization }) => ({ path: '/api/session', body: { organizationId: organization } }), cells: [401, 404, 200, 200, 200, 200, 403, 403] },
  'DELETE /api/session': { request: () => ({ path: '/api/session' }), cells: open(204) },
  'POST /api/people': { request: ({ openInvitation }) => ({ path: '/api/people', body: { name: 'New', password, ...openInvitation } }), cells: open(201) },
  'POST /api/organizations': { request: () => ({ path: '/api/organizations', body: { name: 'Another' } }), cells: ownInPerson(201) },

  'GET /api/members': { request: () => ({ path: '/api/members' }), cells: ownInPerson() },
  'PATCH /api/members/:id': { request: ({ member }) => ({ path: `/api/members/${member}`, body: { role: 'admin' } }), cells: [401, 404, 403, 403, 403, 200, 403, 403] },
  'DELETE /api/members/:id': { request: ({ member }) => ({ path: `/api/members/${member}` }), cells: [401, 404, 403, 403, 403, 204, 403, 403] },
  'GET /api/invitations': { request: () => ({ path: '/api/invitations' }), cells: [401, 200, 403, 403, 403, 200, 403, 403] },
  'POST /api/invitations': { request: ({ freshEmail }) => ({ path: '/api/invitations', body: { email: freshEmail, role: 'member' } }), cells: [401, 201, 403, 403, 403, 201, 403, 403] },
  'GET /api/invitations/:id': { request: ({ openInvitation }) => ({ path: `/api/invitations/${openInvitation.invitationId}` }), cells: open() },
  'DELETE /api/invitations/:id': { request: ({ openInvitation }) => ({ path: `/api/invitations/${openInvitation.invitationId}` }), cells: [401, 404, 403, 403, 403, 204, 403, 403] },
  'POST /api/invitations/:id/accept': { request: ({ monasInvitation }) => ({ path: `/api/invitations/${monasInvitation}/accept`, body: {} }), cells: [401, 404, 404, 404, 200, 404, 403, 403] },

  'GET /api/api-keys': { request: () => ({ path: '/api/api-keys' }), cells: ownInPerson() },
  'POST /api/api-keys': { request: () => ({ path: '/api/api-keys', body: { name: 'CI', scopes: ['chats:read'] } }), cells: ownInPerson(201) },
  'DELETE /api/api-keys/:id': { request: ({ apiKey }) => ({ path: `/api/api-keys/${apiKey}` }), cells: [401, 404, 404, 404, 204, 404, 403, 403] },

  'GET /api/approvals': { scope: 'approvals:read', isForManagers: true, request: () => ({ path: '/api/approvals' }), cells: own() },
  'GET /api/approvals/:id': { scope: 'approvals:read', isForManagers: true, request: ({ approval }) => ({ path: `/api/approvals/${approval.id}` }), cells: [401, 404, 404, 200, 200, 200, 200, 403] },
  'POST /api/approvals/:id': {
    isForManagers: true,
    request: ({ approval: { id, ...shown } }) => ({ path: `/api/approvals/${id}`, body: { decision: 'reject', ...shown } }),
    cells: [401, 404, 404, 403, 200, 200, 403, 403],
  },
  'POST /api/approvals/:id/settlement': {
    isForManagers: true,
    request: ({ lostApproval: { id, ...shown } }) => ({ path: `/api/approvals/${id}/settlement`, body: { happened: false, ...shown } }),
    cells: [401, 404, 404, 403, 200, 200, 403, 403],
  },
  'GET /api/dots': { scope: 'chats:read', request: () => ({ path: '/api/dots' }), cells: own() },
  'POST /api/dots': { request: () => ({ path: '/api/dots', body: { name: 'Another', job: 'Does another thing.' } }), cells: managers(201) },
  'PATCH /api/dots/:id': { request: ({ dot }) => ({ path: `/api/dots/${dot}`, body: { rules: { issue_comment: 'block' } } }), cells: [401, 404, 403, 403, 403, 200, 403, 403] },
  'PATCH /api/gate': { request: () => ({ path: '/api/gate', body: { sandbox: false } }), cells: managers() },

  'GET /api/review-log': { isForManagers: true, request: () => ({ path: '/api/review-log' }), cells: managers() },
  'GET /api/review-log/export': { isForManagers: true, request: () => ({ path: '/api/review-log/export' }), cells: managers() },
  'GET /api/connections': { request: () => ({ path: '/api/connections' }), cells: managers() },
  'POST /api/connections': { request: ({ freshEmail }) => ({ path: '/api/connections', body: { kind: 'webhook', name: freshEmail, url: 'https://hooks.example.com/northlight' } }), cells: managers(201) },
  'DELETE /api/connections/:id': { request: ({ connection }) => ({ path: `/api/connections/${connection}` }), cells: [401, 404, 403, 403, 403, 204, 403, 403] },

  'GET /api/time-entries': { request: () => ({ path: '/api/time-entries' }), cells: ownInPerson() },
  'GET /api/time-entries/export': { request: () => ({ path: '/api/time-entries/export' }), cells: ownInPerson() },
}
