import type { Turn } from '#layers/northlight/generated/prisma/client.ts'
import type { Transaction } from './message-store.ts'
import type { Database } from './open-database.ts'

/** What a chat is named from: its first answer that was given whole, and the question to it. */
export interface TitleSource {
  turn: Turn
  ownerId: string
  question: string
  answer: string
}

/** Undefined where a chat is named already, by the job, a person or the file that it came from; or has no answer yet. */
export async function loadTitleSource({ prisma }: Database, chatId: string): Promise<TitleSource | undefined> {
  const chat = await prisma.chat.findFirst({ where: { id: chatId, titleSource: 'first-line', deletedAt: null }, select: { ownerId: true } })
  const turn = chat && await prisma.turn.findFirst({ where: { chatId, state: 'done' }, orderBy: { startedAt: 'asc' } })
  if (!chat || !turn) return undefined
  const texts = await prisma.message.findMany({ where: { chatId, id: { in: [turn.parentMessageId, turn.messageId] } }, select: { id: true, searchText: true } })
  const textOf = (id: string) => texts.find((message) => message.id === id)?.searchText ?? ''
  return { turn, ownerId: chat.ownerId, question: textOf(turn.parentMessageId), answer: textOf(turn.messageId) }
}

/**
 * Names a chat that nobody has named meanwhile; without a title its first line stays, for good. False: a person, who
 * always wins, was faster.
 */
export async function setJobTitle({ prisma }: Database, chatId: string, title: string | undefined): Promise<boolean> {
  const { count } = await prisma.chat.updateMany({
    where: { id: chatId, titleSource: 'first-line' },
    data: { titleSource: 'job', ...(title === undefined ? {} : { title }) },
  })
  return count > 0
}

/** Whether nobody has named a chat yet: its first line stands in. */
export async function isUnnamed(transaction: Transaction, chatId: string): Promise<boolean> {
  return await transaction.chat.count({ where: { id: chatId, titleSource: 'first-line', deletedAt: null } }) > 0
}
