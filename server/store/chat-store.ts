import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import { requireAccess } from '#layers/northlight/server/policy/require-access.ts'
import type { Owned } from '#layers/northlight/server/policy/plan-access.ts'
import type { VerbName } from '#layers/northlight/server/policy/verbs.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import { requireActiveDot } from './first-dot.ts'
import type { Transaction } from './message-store.ts'
import type { Database } from './open-database.ts'

export interface ChatSummary {
  id: string
  title: string
  /** Epoch milliseconds. */
  updatedAt: number
  /** Whether everybody in the organisation may read it. */
  isShared: boolean
  /** Whether whoever asks may change it, or read it only. */
  access: 'owner' | 'reader'
  /** For readers: whose it is. */
  ownerName?: string
}

/** What a chat is called until somebody has said something. */
const untitled = 'New chat'

/** Whose a new chat is. */
export function toChatOwner(principal: Principal) {
  return { organizationId: principal.organizationId, ownerId: principal.userId }
}

/** The rows of the chats that a person's list is of: their own, in their organisation, and not deleted. */
function ownChats(principal: Principal) {
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

/**
 * Who answers in the chat of a turn that runs, for the product itself.
 *
 * @throws {NorthlightError} `chat-not-found`: it is gone for good
 */
export async function requireTurnChat(client: Database['prisma'] | Transaction, id: string): Promise<{ dot: { id: string, name: string, job: string } }> {
  const chat = await client.chat.findUnique({ where: { id }, select: { dot: { select: { id: true, name: true, job: true } } } })
  if (!chat) throw new NorthlightError('chat-not-found')
  return chat
}

/** Whose a chat's row says it is. */
export function toOwned({ organizationId, ownerId, sharedAt }: { organizationId: string, ownerId: string, sharedAt: Date | null }): Owned {
  return { organizationId, ownerId, isShared: sharedAt !== null }
}

export interface ChatRow {
  id: string
  title: string | null
  updatedAt: Date
  ownerId: string
  sharedAt: Date | null
}

export function toChatTitle({ title }: Pick<ChatRow, 'title'>): string {
  return title ?? untitled
}

/** What the list and a chat's own route tell of chats, to somebody who may see them. */
export async function toChatSummaries({ prisma }: Database, { userId }: Principal, rows: readonly ChatRow[]): Promise<ChatSummary[]> {
  const others = [...new Set(rows.map(({ ownerId }) => ownerId).filter((ownerId) => ownerId !== userId))]
  const owners = others.length === 0 ? [] : await prisma.user.findMany({ where: { id: { in: others } }, select: { id: true, name: true } })
  const names = new Map(owners.map(({ id, name }) => [id, name]))
  return rows.map((row) => ({
    id: row.id, title: toChatTitle(row), updatedAt: row.updatedAt.getTime(), isShared: row.sharedAt !== null,
    ...(row.ownerId === userId ? { access: 'owner' as const } : { access: 'reader' as const, ownerName: names.get(row.ownerId) ?? '' }),
  }))
}

/**
 * One chat, for somebody who may do with it what `verb` says.
 *
 * @throws {NorthlightError} `chat-not-found`, and as `requireAccess` does
 */
export async function loadChatSummary(database: Database, principal: Principal, id: string, verb: VerbName): Promise<ChatSummary> {
  const [summary] = await toChatSummaries(database, principal, [await requireChat(database, principal, id, verb)])
  if (!summary) throw new NorthlightError('chat-not-found')
  return summary
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
 * @throws {NorthlightError} `dot-not-found`, `dot-archived`
 */
export async function createChat(database: Database, principal: Principal, { id, title, dotId, at }: NewChat): Promise<void> {
  await requireActiveDot(database.prisma, principal.organizationId, dotId)
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
  return loadChatSummary(database, principal, id, 'chat.write')
}

/**
 * Lets everybody in the organisation read a chat, or nobody but its owner again; its place in the list stays.
 *
 * @throws {NorthlightError} `chat-not-found`, `read-only`
 */
export async function shareChat(database: Database, principal: Principal, id: string, isShared: boolean, at: Date): Promise<ChatSummary> {
  await requireChat(database, principal, id, 'chat.share')
  // Since when: sharing again what is shared says nothing new.
  const change = isShared ? { where: { sharedAt: null }, data: { sharedAt: at } } : { where: {}, data: { sharedAt: null } }
  await database.prisma.chat.updateMany({ where: { id, ...ownChats(principal), ...change.where }, data: change.data })
  return loadChatSummary(database, principal, id, 'chat.share')
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

/** In one statement: others get their turn in between. */
const purgedAtOnce = 20

/** Removes for good, with all that hangs on them, the chats that were deleted before `before`. */
export async function purgeChats({ prisma }: Database, before: Date): Promise<void> {
  const where = { deletedAt: { lt: before } }
  for (;;) {
    const chats = await prisma.chat.findMany({ where, select: { id: true }, take: purgedAtOnce })
    // Once more with the condition: one that was brought back meanwhile stays.
    await prisma.chat.deleteMany({ where: { ...where, id: { in: chats.map(({ id }) => id) } } })
    if (chats.length < purgedAtOnce) return
  }
}
