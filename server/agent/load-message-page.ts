import type { TurnEvent } from '#layers/northlight/shared/messages/compact-chunks.ts'
import { settleMessage } from '#layers/northlight/shared/messages/settle-message.ts'
import { requireChat } from '#layers/northlight/server/store/chat-store.ts'
import { loadThread } from '#layers/northlight/server/store/message-store.ts'
import type { Thread, ThreadPage } from '#layers/northlight/server/store/message-store.ts'
import { loadTurnEvents } from '#layers/northlight/server/store/turn-event-store.ts'
import { findLiveTurn } from '#layers/northlight/server/store/turn-store.ts'
import type { Turn } from '#layers/northlight/server/store/turn-store.ts'
import { foldChunks } from '#layers/northlight/server/stream/fold-chunks.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'

/** The first time that somebody works on a turn. */
const firstFence = 1

/**
 * A chat's messages as a reader sees them, with what a turn had said when it began to wait for a person, also while it
 * goes on: what has been read stays. What it has said since is streamed.
 */
export async function loadMessagePage(services: Services, principal: Principal, chatId: string, page: ThreadPage): Promise<Thread> {
  const chat = await requireChat(services.database, principal, chatId, 'chat.read')
  const thread = await loadThread(services.database.prisma, chatId, chat.activeLeafId, page)
  const turn = page.before === undefined ? await findLiveTurn(services.database.prisma, chatId) : null
  const said = turn ? await loadSaid(services, turn) : []
  if (!turn || said.length === 0) return thread
  return { ...thread, messages: [...thread.messages, settleMessage(await foldChunks(turn.messageId, said))] }
}

/** The events up to where it last began to wait; none of a turn that never did. */
async function loadSaid({ database }: Services, { id, state, fence }: Turn): Promise<TurnEvent[]> {
  if (state === 'running' && fence === firstFence) return []
  const events = await loadTurnEvents(database.prisma, id)
  return events.slice(0, events.findLastIndex(({ chunk }) => chunk.type === 'finish') + 1)
}
