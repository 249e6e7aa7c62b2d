import type { IdSource } from '#layers/northlight/server/utils/id-source.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import { toChatOwner } from './chat-store.ts'
import type { Transaction } from './message-store.ts'

/** The chat of a lead dot in which the asks of those under it show: this person's newest with it, or a new one. */
export async function findLeadChat(transaction: Transaction, principal: Principal, leadDotId: string, dotName: string, ids: IdSource, at: Date): Promise<string> {
  const chat = await transaction.chat.findFirst({
    where: { ...toChatOwner(principal), dotId: leadDotId, deletedAt: null, imported: false }, orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }], select: { id: true },
  })
  if (chat) return chat.id
  const id = ids()
  await transaction.chat.create({
    data: { id, ...toChatOwner(principal), createdBy: principal.userId, dotId: leadDotId, title: `Asks of ${dotName}`, titleSource: 'person', createdAt: at, updatedAt: at },
  })
  return id
}
