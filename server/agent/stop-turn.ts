import { settleMessage } from '#layers/northlight/shared/messages/settle-message.ts'
import { findLiveTurn, loadTurnEvents, settleTurn } from '#layers/northlight/server/store/turn-store.ts'
import { foldChunks } from '#layers/northlight/server/stream/fold-chunks.ts'
import type { LiveTurn } from '#layers/northlight/server/stream/live-turn.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import { toMetadata } from './run-turn.ts'

/**
 * Stops a chat's turn, running or waiting, and resolves when it is settled; false when there was none.
 * A turn of this server's that no longer runs, because its end could not be stored, is settled as far as it was.
 */
export async function stopTurn(services: Services, chatId: string): Promise<boolean> {
  const live = services.liveTurns.find(chatId)
  if (live) await abort(live)
  const turn = await findLiveTurn(services.database, chatId)
  // One that was just going to wait has done so in spite of the abort.
  if (!turn || (live && turn.id !== live.turnId)) return live !== undefined
  const begun = services.liveTurns.findTurn(turn.id)
  if (begun) return abort(begun)
  if (turn.state !== 'waiting' && turn.lease !== services.serverId) return false
  const events = await loadTurnEvents(services.database.prisma, turn.id)
  const finish = { seq: events.length + 1, chunk: { type: 'finish' as const, messageMetadata: toMetadata({ outcome: 'stopped' }) } }
  return settleTurn(services.database, turn, settleMessage(await foldChunks(turn.messageId, [...events, finish])), 'stopped', new Date(services.clock.now()))
}

async function abort(live: LiveTurn): Promise<boolean> {
  live.abort()
  await live.ended
  return true
}
