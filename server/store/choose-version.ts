import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import { resolveLeaf } from '#layers/northlight/shared/messages/message-tree.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import { requireChatWithin } from './chat-store.ts'
import { loadNodes } from './message-store.ts'
import type { Database } from './open-database.ts'
import { lockChatRow, findLiveTurn } from './turn-store.ts'

/**
 * Makes the branch that goes through this message the one that is read, and spoken on: down to its newest message, whose
 * id this gives. Says nothing, so the chat keeps its place in the list.
 *
 * @throws {NorthlightError} `chat-not-found`, `turn-in-progress`, `message-not-found`
 */
export function chooseVersion(database: Database, principal: Principal, chatId: string, messageId: string): Promise<string> {
  return database.prisma.$transaction(async (transaction) => {
    await lockChatRow(transaction, chatId)
    await requireChatWithin(transaction, principal, chatId, 'chat.write')
    const turn = await findLiveTurn(transaction, chatId)
    if (turn) throw new NorthlightError('turn-in-progress', turn.state === 'waiting' ? { message: 'An answer in this chat waits for your decision.', fix: 'Decide first, or stop it.' } : {})
    const leafId = resolveLeaf(await loadNodes(transaction, chatId), messageId)
    if (leafId === undefined) throw new NorthlightError('message-not-found')
    await transaction.chat.update({ where: { id: chatId }, data: { activeLeafId: leafId } })
    return leafId
  })
}
