import type { Prisma } from '#layers/northlight/generated/prisma/client.ts'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import { toSearchText } from '#layers/northlight/shared/messages/to-search-text.ts'
import { settleMessage } from '#layers/northlight/shared/messages/settle-message.ts'
import { toCheckingSchema } from '#layers/northlight/server/utils/to-checking-schema.ts'
import { storedMessageSchema } from '#layers/northlight/shared/messages/stored-message.ts'
import type { StoredMessage } from '#layers/northlight/shared/messages/stored-message.ts'
import { resolvePath, resolveVersions } from '#layers/northlight/shared/messages/message-tree.ts'
import type { MessageNode, MessageVersions } from '#layers/northlight/shared/messages/message-tree.ts'
import type { Database } from './open-database.ts'

export type Transaction = Prisma.TransactionClient

export interface NewMessageRow {
  chatId: string
  organizationId: string
  createdBy: string
  parentId: string | null
  turnId: string | null
  message: StoredMessage
}

/** Inserts a settled message at the end of its chat, and makes it the leaf that is read; never changes one. */
export async function insertMessage(transaction: Transaction, row: NewMessageRow, at: Date): Promise<void> {
  const { message, ...fields } = row
  const last = await transaction.message.aggregate({ where: { chatId: row.chatId }, _max: { seq: true } })
  const seq = (last._max.seq ?? 0) + 1
  await transaction.message.create({
    data: { ...fields, id: message.id, seq, content: toJson(message), searchText: toColumnText(toSearchText(message)), createdAt: at },
  })
  // An answer that ends with its chat's deletion is nothing that happened in it: brought back, it stands where it stood.
  await transaction.$executeRaw`UPDATE chat SET active_leaf_id = ${message.id}, updated_at = CASE WHEN deleted_at IS NULL THEN ${at} ELSE updated_at END WHERE id = ${row.chatId}`
}

export interface ThreadPage {
  /** Only what comes before this message, whichever branch is read. */
  before?: string
  /** At most this many, the newest ones. */
  limit?: number
}

/** A page of a conversation, oldest first, with the versions of its messages. */
export interface Thread {
  messages: StoredMessage[]
  versions: MessageVersions
  /** How many stand before the first of them. */
  earlier: number
}

type Client = Database['prisma'] | Transaction

/**
 * The conversation that ends in `leafId`, oldest first: the path from the leaf to the root. Of a page only its own
 * messages are read; the path is resolved from ids.
 * Each message goes through the schema it was stored by; one of a turn is settled again on the way out, one that came
 * from elsewhere keeps its states (`product.md`, "Routes").
 *
 * @throws {NorthlightError} `message-not-found`: the page is to end before a message that is not there.
 */
export async function loadThread(client: Client, chatId: string, leafId: string | null, page: ThreadPage = {}): Promise<Thread> {
  const nodes = await loadNodes(client, chatId)
  const path = resolvePath(nodes, page.before === undefined ? leafId : requireParentId(nodes, page.before))
  const ids = page.limit === undefined ? path : path.slice(-page.limit)
  const rows = await client.message.findMany({ where: { chatId, id: { in: ids } }, select: { id: true, content: true, turnId: true } })
  const found = new Map(rows.map((row) => [row.id, parseStored(row)]))
  return { messages: ids.flatMap((id) => found.get(id) ?? []), versions: resolveVersions(nodes, ids), earlier: path.length - ids.length }
}

/** All messages of a chat, on whatever branch, by their places. */
export function loadNodes(client: Client, chatId: string): Promise<MessageNode[]> {
  return client.message.findMany({ where: { chatId }, select: { id: true, parentId: true, seq: true } })
}

function requireParentId(nodes: readonly MessageNode[], id: string): string | null {
  const node = nodes.find((candidate) => candidate.id === id)
  if (!node) throw new NorthlightError('message-not-found')
  return node.parentId
}

/** One message of a chat, whatever branch it is on. */
export async function loadMessage(client: Client, chatId: string, id: string): Promise<StoredMessage | undefined> {
  const row = await client.message.findUnique({ where: { chatId_id: { chatId, id } }, select: { content: true, turnId: true } })
  return row ? parseStored(row) : undefined
}

const contentSchema = toCheckingSchema(storedMessageSchema)

function parseStored({ content, turnId }: { content: unknown, turnId: string | null }): StoredMessage {
  const message = contentSchema.parse(content)
  return turnId === null ? message : settleMessage(message)
}

export function toJson(value: unknown): Prisma.InputJsonValue {
  return value as Prisma.InputJsonValue
}

/** What a text column of PostgreSQL can hold of a text. */
export function toColumnText(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed()
}
