import type { Database } from './open-database.ts'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'

export interface ChatSummary {
  id: string
  title: string
  /** Epoch milliseconds. */
  updatedAt: number
}

/** What a chat is called until somebody has said something. */
const untitled = 'New chat'
const mostListed = 200

/** The rows of chats that a person may see: their own, in their organisation. */
export function ownChats(principal: Principal) {
  return { organizationId: principal.organizationId, ownerId: principal.userId }
}

/**
 * A chat of this person's; somebody else's is as good as none.
 *
 * @throws {NorthlightError} `chat-not-found`
 */
export async function requireChat(database: Database, principal: Principal, id: string) {
  const chat = await database.prisma.chat.findFirst({ where: { id, ...ownChats(principal) } })
  if (!chat) throw new NorthlightError('chat-not-found')
  return chat
}

/** This person's chats, the last one spoken in first. */
export async function listChats(database: Database, principal: Principal): Promise<ChatSummary[]> {
  const rows = await database.prisma.chat.findMany({
    where: ownChats(principal),
    orderBy: [{ updatedAt: 'desc' }, { id: 'asc' }],
    take: mostListed,
    select: { id: true, title: true, updatedAt: true },
  })
  return rows.map(toChatSummary)
}

export function toChatSummary(row: { id: string, title: string | null, updatedAt: Date }): ChatSummary {
  return { id: row.id, title: row.title ?? untitled, updatedAt: row.updatedAt.getTime() }
}
