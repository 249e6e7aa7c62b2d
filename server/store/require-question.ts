import { z } from 'zod'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import type { Transaction } from './message-store.ts'

/** A message's place, and whose it is. */
interface PlacedMessage {
  id: string
  parentId: string | null
  isPersons: boolean
}

const roleSchema = z.object({ role: z.string() })

/**
 * The person's message that another version of is said.
 *
 * @throws {NorthlightError} `message-not-found`, `request-invalid`
 */
export async function requireVersion(transaction: Transaction, chatId: string, messageId: string): Promise<PlacedMessage> {
  const message = await findPlaced(transaction, chatId, messageId)
  if (!message) throw new NorthlightError('message-not-found')
  if (!message.isPersons) {
    throw new NorthlightError('request-invalid', { message: 'Only a message of a person can be edited.', fix: 'Ask for an answer to be written again by regenerate-message.' })
  }
  return message
}

/**
 * The person's message to answer again: the one that is named, or the nearest one above the answer that is.
 *
 * @throws {NorthlightError} `message-not-found`
 */
export async function requireQuestion(transaction: Transaction, chatId: string, messageId: string): Promise<string> {
  let message = await findPlaced(transaction, chatId, messageId)
  if (!message) throw new NorthlightError('message-not-found')
  while (message && !message.isPersons) message = message.parentId === null ? undefined : await findPlaced(transaction, chatId, message.parentId)
  if (!message) throw new NorthlightError('message-not-found', { message: 'No message of a person stands above this one, so there is nothing to answer again.' })
  return message.id
}

async function findPlaced(transaction: Transaction, chatId: string, id: string): Promise<PlacedMessage | undefined> {
  const row = await transaction.message.findUnique({ where: { chatId_id: { chatId, id } }, select: { id: true, parentId: true, content: true } })
  return row ? { id: row.id, parentId: row.parentId, isPersons: roleSchema.parse(row.content).role === 'user' } : undefined
}
