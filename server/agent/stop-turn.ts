import { findLiveTurn, loadTurnEvents, settleTurn } from '#layers/northlight/server/store/turn-store.ts'
import { foldChunks } from '#layers/northlight/server/stream/fold-chunks.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import { settle, toMetadata } from './run-turn.ts'

/** Stops a chat's turn, running or waiting, and resolves when it is settled; false when there was none. */
export async function stopTurn(services: Services, chatId: string): Promise<boolean> {
  const live = services.liveTurns.find(chatId)
  if (live) {
    live.abort()
    await live.ended
    return true
  }
  const waiting = await findLiveTurn(services.database, chatId)
  if (waiting?.state !== 'waiting') return false
  const events = await loadTurnEvents(services.database, waiting.id)
  const finish = { seq: events.length + 1, chunk: { type: 'finish' as const, messageMetadata: toMetadata({ outcome: 'stopped' }) } }
  return settleTurn(services.database, waiting, settle(await foldChunks(waiting.messageId, [...events, finish])), 'stopped', new Date(services.clock.now()))
}
