import { cancelChatAsks } from '#layers/northlight/server/approvals/cancel-chat-asks.ts'
import { publishEvent } from '#layers/northlight/server/events/publish-event.ts'
import { markChatDeleted } from '#layers/northlight/server/store/chat-store.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import { stopTurn } from './stop-turn.ts'

/**
 * Deletes a chat, so that it can be brought back, and resolves when its turn is stopped and its asks are called back. It is marked first: no new
 * turn can begin between the two.
 *
 * @throws {NorthlightError} `chat-not-found`
 */
export async function deleteChat(services: Services, principal: Principal, id: string): Promise<void> {
  await markChatDeleted(services.database, principal, id, new Date(services.clock.now()))
  publishEvent(services, principal, { type: 'chat-deleted', chatId: id })
  await stopTurn(services, id)
  await cancelChatAsks(services, id)
}
