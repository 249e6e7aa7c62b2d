import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import type { ChatRequest } from '#layers/northlight/shared/messages/chat-request.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import { insertMessage } from './message-store.ts'
import type { Transaction } from './message-store.ts'
import { requireVersion } from './require-question.ts'

type SubmitRequest = Extract<ChatRequest, { trigger: 'submit-message' }>

/**
 * Stores a person's new message after `lastMessageId`, or, where the request names an earlier one of theirs, beside
 * that as another version of it. Gives the new message's id.
 *
 * @throws {NorthlightError} `message-exists`, `message-not-found`, `request-invalid`
 */
export async function insertQuestion(transaction: Transaction, principal: Principal, request: SubmitRequest, lastMessageId: string | null, at: Date): Promise<string> {
  const { id: chatId, message, messageId } = request
  const parentId = messageId === undefined ? lastMessageId : (await requireVersion(transaction, chatId, messageId)).parentId
  const taken = await transaction.message.findFirst({ where: { chatId, id: message.id }, select: { id: true } })
  if (taken) throw new NorthlightError('message-exists')
  await insertMessage(transaction, { chatId, organizationId: principal.organizationId, createdBy: principal.userId, parentId, turnId: null, message }, at)
  return message.id
}
