import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import { fileAddressPattern } from '#layers/northlight/shared/messages/chat-request.ts'
import type { ChatRequest, NewMessage } from '#layers/northlight/shared/messages/chat-request.ts'
import type { StoredMessage } from '#layers/northlight/shared/messages/stored-message.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import { insertMessage, toColumnText } from './message-store.ts'
import type { Transaction } from './message-store.ts'
import { requireVersion } from './require-question.ts'
import { claimFiles } from './stored-file-store.ts'

type SubmitRequest = Extract<ChatRequest, { trigger: 'submit-message' }>

/**
 * Stores a person's new message after `lastMessageId`, or, where the request names an earlier one of theirs, beside
 * that as another version of it; a chat without a title is called by it. Gives the new message's id.
 *
 * @throws {NorthlightError} `message-exists`, `message-not-found`, `file-not-found`, `request-invalid`
 */
export async function insertQuestion(transaction: Transaction, principal: Principal, request: SubmitRequest, lastMessageId: string | null, at: Date): Promise<string> {
  const { id: chatId, message, messageId } = request
  const parentId = messageId === undefined ? lastMessageId : (await requireVersion(transaction, chatId, messageId)).parentId
  const taken = await transaction.message.findFirst({ where: { chatId, id: message.id }, select: { id: true } })
  if (taken) throw new NorthlightError('message-exists')
  const stored = await bringFiles(transaction, principal, chatId, message)
  await insertMessage(transaction, { chatId, organizationId: principal.organizationId, createdBy: principal.userId, parentId, turnId: null, message: stored }, at)
  await transaction.chat.updateMany({ where: { id: chatId, title: null }, data: { title: toTitle(stored) } })
  return message.id
}

/** The message as it is stored: what its files are called and are comes from their rows. */
async function bringFiles(transaction: Transaction, principal: Principal, chatId: string, message: NewMessage): Promise<StoredMessage> {
  const ids = message.parts.flatMap((part) => part.type === 'file' ? [toFileId(part.url)] : [])
  if (ids.length === 0) return message
  const files = await claimFiles(transaction, principal, chatId, ids)
  const parts = message.parts.map((part) => {
    const file = part.type === 'file' ? files.get(toFileId(part.url)) : undefined
    return file ? { ...part, mediaType: file.mediaType, filename: file.name } : part
  })
  return { ...message, parts }
}

function toFileId(url: string): string {
  return fileAddressPattern.exec(url)?.[1] ?? ''
}

const longestTitle = 80

/** A chat is called by the first line that was said in it; where nothing was, by the first file that was brought. */
function toTitle({ parts }: StoredMessage): string | null {
  const said = parts.flatMap((part) => part.type === 'text' ? [String(part.text)] : []).join(' ')
  const brought = parts.flatMap((part) => part.type === 'file' ? [String(part.filename)] : [])
  const line = [said, ...brought].map((text) => toColumnText(text).trim().split('\n')[0] ?? '').find((text) => text !== '')
  if (line === undefined) return null
  return line.length > longestTitle ? `${line.slice(0, longestTitle - 1).toWellFormed().trimEnd()}…` : line
}
