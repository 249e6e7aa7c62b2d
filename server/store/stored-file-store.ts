import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import { requireAccess } from '#layers/northlight/server/policy/require-access.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import { toOwned } from './chat-store.ts'
import type { Transaction } from './message-store.ts'
import type { Database } from './open-database.ts'

/** What is known of a file without its bytes. */
export interface StoredFile {
  id: string
  name: string
  mediaType: string
  byteSize: number
}

export interface StoredFileContent extends StoredFile {
  content: Uint8Array
}

export interface NewFile {
  id: string
  name: string
  mediaType: string
  content: Uint8Array<ArrayBuffer>
  at: Date
}

type Client = Database['prisma'] | Transaction

/** A file that no message has brought by then is left over: its draft was dropped. */
const mayWaitMs = 24 * 60 * 60_000

const facts = { id: true, name: true, mediaType: true, byteSize: true } as const

/** What a person may see: what they brought themselves, as long as the chat that it was brought to is there. */
function ownFiles({ organizationId, userId }: Principal) {
  return { organizationId, createdBy: userId }
}

export async function insertFile({ prisma }: Database, principal: Principal, { at, ...file }: NewFile): Promise<StoredFile> {
  return prisma.storedFile.create({ data: { ...file, ...ownFiles(principal), byteSize: file.content.byteLength, createdAt: at }, select: facts })
}

/**
 * A file that this person may read: one that they brought and not yet sent, or one of a chat that they may read. Any
 * other, and one of a deleted chat, is as good as none.
 *
 * @throws {NorthlightError} `file-not-found`
 */
export async function requireFile({ prisma }: Database, principal: Principal, id: string): Promise<StoredFileContent> {
  const file = await prisma.storedFile.findFirst({
    where: { id, organizationId: principal.organizationId, OR: [{ chatId: null }, { chat: { deletedAt: null } }] },
    select: { ...facts, content: true, organizationId: true, createdBy: true, chat: { select: { organizationId: true, ownerId: true, sharedAt: true } } },
  })
  if (!file) throw new NorthlightError('file-not-found')
  const { organizationId, createdBy, chat, ...content } = file
  const of = chat ? toOwned(chat) : { organizationId, ownerId: createdBy, isShared: false }
  requireAccess(principal, 'file.read', { of, unseenCode: 'file-not-found' })
  return content
}

/**
 * Gives this person's files to a chat, whose messages bring them from now on.
 *
 * @throws {NorthlightError} `file-not-found` where one is not there, not theirs, or another chat's
 */
export async function claimFiles(transaction: Transaction, principal: Principal, chatId: string, ids: readonly string[]): Promise<Map<string, StoredFile>> {
  if (ids.length === 0) return new Map()
  const where = { id: { in: [...ids] }, ...ownFiles(principal), OR: [{ chatId: null }, { chatId }] }
  const files = new Map((await transaction.storedFile.findMany({ where, select: facts })).map((file) => [file.id, file]))
  const { count } = await transaction.storedFile.updateMany({ where, data: { chatId } })
  // Fewer, where another chat took one in between.
  if (count < new Set(ids).size) throw new NorthlightError('file-not-found', { message: 'A file of the message is not there any more.', fix: 'Attach it again.' })
  return files
}

/** A file of a conversation; without its bytes, where others take the room. */
export type ConversationFile = StoredFile & { content?: Uint8Array }

/**
 * The files of a chat among these, those that come first with their bytes, as long as all of these together are not
 * more than `mostBytes`; those that are gone are left out.
 */
export async function loadFiles(client: Client, chatId: string, ids: readonly string[], mostBytes: number): Promise<Map<string, ConversationFile>> {
  if (ids.length === 0) return new Map()
  const files = new Map<string, ConversationFile>((await client.storedFile.findMany({ where: { chatId, id: { in: [...ids] } }, select: facts })).map((file) => [file.id, file]))
  const read = planFilesToRead(ids.flatMap((id) => files.get(id) ?? []), mostBytes)
  for (const { id, content } of await client.storedFile.findMany({ where: { chatId, id: { in: read } }, select: { id: true, content: true } })) {
    const file = files.get(id)
    if (file) files.set(id, { ...file, content })
  }
  return files
}

function planFilesToRead(files: readonly StoredFile[], mostBytes: number): string[] {
  let bytes = 0
  return files.flatMap(({ id, byteSize }) => {
    if (bytes + byteSize > mostBytes) return []
    bytes += byteSize
    return [id]
  })
}

/** Removes what was attached and never sent. */
export async function deleteLooseFiles({ prisma }: Database, now: number): Promise<void> {
  await prisma.storedFile.deleteMany({ where: { chatId: null, createdAt: { lt: new Date(now - mayWaitMs) } } })
}
