import { settleMessage } from '#layers/northlight/shared/messages/settle-message.ts'
import { requireChat } from '#layers/northlight/server/store/chat-store.ts'
import { loadThread } from '#layers/northlight/server/store/message-store.ts'
import type { Thread, ThreadPage } from '#layers/northlight/server/store/message-store.ts'
import { loadTurnEvents } from '#layers/northlight/server/store/turn-event-store.ts'
import { findLiveTurn } from '#layers/northlight/server/store/turn-store.ts'
import { foldChunks } from '#layers/northlight/server/stream/fold-chunks.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'

/** A chat's messages as a reader sees them, with what a waiting turn has said so far; a running one is streamed. */
export async function loadMessagePage(services: Services, principal: Principal, chatId: string, page: ThreadPage): Promise<Thread> {
  const chat = await requireChat(services.database, principal, chatId, 'chat.read')
  const thread = await loadThread(services.database.prisma, chatId, chat.activeLeafId, page)
  const turn = page.before === undefined ? await findLiveTurn(services.database.prisma, chatId) : null
  if (turn?.state !== 'waiting') return thread
  const waiting = settleMessage(await foldChunks(turn.messageId, await loadTurnEvents(services.database.prisma, turn.id)))
  return { ...thread, messages: [...thread.messages, waiting] }
}
