import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import { requireAccess } from '#layers/northlight/server/policy/require-access.ts'
import type { Owned } from '#layers/northlight/server/policy/plan-access.ts'
import type { VerbName } from '#layers/northlight/server/policy/verbs.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import type { Transaction } from './message-store.ts'
import type { Database } from './open-database.ts'

export interface ChatSummary {
  id: string
  title: string
  /** Epoch milliseconds. */
  updatedAt: number
}

/** What a chat is called until somebody has said something. */
const untitled = 'New chat'

/** Whose a new chat is. */
export function toChatOwner(principal: Principal) {
  return { organizationId: principal.organizationId, ownerId: principal.userId }
}

/** The rows of the chats that a person's list is of: their own, in their organisation, and not deleted. */
export function ownChats(principal: Principal) {
  return { ...toChatOwner(principal), deletedAt: null }
}

/**
 * A chat with which this person may do what `verb` says; one that they may not see, and a deleted one, is as good as none.
 *
 * @throws {NorthlightError} `chat-not-found`, and as `requireAccess` does
 */
export function requireChat(database: Database, principal: Principal, id: string, verb: VerbName) {
  return requireChatWithin(database.prisma, principal, id, verb)
}

/** The same, inside a transaction that has begun. */
export async function requireChatWithin(client: Database['prisma'] | Transaction, principal: Principal, id: string, verb: VerbName) {
  const chat = await client.chat.findFirst({ where: { id, organizationId: principal.organizationId, deletedAt: null } })
  if (!chat) throw new NorthlightError('chat-not-found')
  requireAccess(principal, verb, { of: toOwned(chat), unseenCode: 'chat-not-found' })
  return chat
}

/** Whose a chat's row says it is. */
export function toOwned({ organizationId, ownerId, sharedAt }: { organizationId: string, ownerId: string, sharedAt: Date | null }): Owned {
  return { organizationId, ownerId, isShared: sharedAt !== null }
}

export function toChatSummary(row: { id: string, title: string | null, updatedAt: Date }): ChatSummary {
  return { id: row.id, title: row.title ?? untitled, updatedAt: row.updatedAt.getTime() }
}

export interface NewChat {
  id: string
  /** Given by a person; without one the first line that is said becomes the title. */
  title?: string
  dotId: string
  at: Date
}

/**
 * Makes a chat in which nothing was said yet.
 *
 * @throws {NorthlightError} `dot-not-found`
 */
export async function createChat(database: Database, principal: Principal, { id, title, dotId, at }: NewChat): Promise<void> {
  const dot = await database.prisma.dot.findFirst({ where: { id: dotId, organizationId: principal.organizationId }, select: { id: true } })
  if (!dot) throw new NorthlightError('dot-not-found')
  await database.prisma.chat.create({
    data: { id, ...toChatOwner(principal), createdBy: principal.userId, dotId, title, ...(title === undefined ? {} : { titleSource: 'person' }), createdAt: at, updatedAt: at },
  })
}

export interface ChatChange {
  /** Given by a person. */
  title?: string
  isDeleted?: false
}

/**
 * Renames a chat, or brings a deleted one back; its place in the list stays.
 *
 * @throws {NorthlightError} `chat-not-found`
 */
export async function changeChat(database: Database, principal: Principal, id: string, { title, isDeleted }: ChatChange): Promise<ChatSummary> {
  if (isDeleted === undefined) await requireChat(database, principal, id, 'chat.write')
  const { count } = await database.prisma.chat.updateMany({
    where: { id, ...(isDeleted === false ? toChatOwner(principal) : ownChats(principal)) },
    data: {
      ...(title === undefined ? {} : { title, titleSource: 'person' }),
      ...(isDeleted === false ? { deletedAt: null } : {}),
    },
  })
  if (count === 0) throw new NorthlightError('chat-not-found')
  return toChatSummary(await requireChat(database, principal, id, 'chat.write'))
}

/**
 * Marks a chat as deleted: from then on nobody sees it and nothing can be said in it.
 *
 * @throws {NorthlightError} `chat-not-found`
 */
export async function markChatDeleted(database: Database, principal: Principal, id: string, at: Date): Promise<void> {
  await requireChat(database, principal, id, 'chat.delete')
  const { count } = await database.prisma.chat.updateMany({ where: { id, ...ownChats(principal) }, data: { deletedAt: at } })
  if (count === 0) throw new NorthlightError('chat-not-found')
}

/** Removes for good, with all that hangs on them, the chats that were deleted before `before`; gives their number. */
export async function purgeChats(database: Database, before: Date): Promise<number> {
  const { count } = await database.prisma.chat.deleteMany({ where: { deletedAt: { lt: before } } })
  return count
}
