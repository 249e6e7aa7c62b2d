/** Who asks: of a chat, file or key, which is Mona's, a member's. Keys are Mona's own. */
export const columns = [
  'nobody',
  'other organisation', // Who owns another one.
  'same organisation', // A member who was let read nothing.
  'read share', // A member, with the chat shared.
  'member', // Mona.
  'admin', // Of her organisation, with the chat not shared.
  'key with scope', // For each verb, as far as there is one.
  'key without scope', // Of all other scopes.
] as const

export type Column = typeof columns[number]

interface MatrixRequest {
  path: string
  body?: unknown
  headers?: Record<string, string>
}

export interface MatrixRow {
  /** The scope that a key needs; undefined: no key can. */
  scope?: string
  request(targets: MatrixTargets): MatrixRequest
  /** Whether owners and admins are told of what is Mona's, as they decide on it too. */
  isForManagers?: boolean
  /** The status that each column is answered with, in their order. */
  cells: readonly [number, number, number, number, number, number, number, number]
}

/** What a cell is asked about, made for it alone. */
export interface MatrixTargets {
  chat: string
  file: string
  apiKey: string
  organization: string
  /** A member whom nobody will miss. */
  member: string
  freshEmail: string
  openInvitation: { invitationId: string, email: string }
  monasInvitation: string
  connection: string
  /** Under which nobody's chat is. */
  dot: string
  approval: MatrixAsk
  /** Of which nobody knows the end. */
  lostApproval: MatrixAsk
}

/** What a decision names. */
interface MatrixAsk {
  id: string
  version: number
  digest: string
}
