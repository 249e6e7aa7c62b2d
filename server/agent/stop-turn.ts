import { settleMessage } from '#layers/northlight/shared/messages/settle-message.ts'
import { publishEvent } from '#layers/northlight/server/events/publish-event.ts'
import { findLiveTurn, loadTurnEvents, settleTurn } from '#layers/northlight/server/store/turn-store.ts'
import { foldChunks } from '#layers/northlight/server/stream/fold-chunks.ts'
import type { LiveTurn } from '#layers/northlight/server/stream/live-turn.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import { toMetadata } from './run-turn.ts'

/**
 * Stops a chat's turn, running, waiting or just being stored, and resolves when it is settled; false when there was none.
 * A turn of this server's that no longer runs, because its end could not be stored, is settled as far as it was.
 */
export async function stopTurn(services: Services, chatId: string): Promise<boolean> {
  const stopped = await abortAll(services.liveTurns.findAll(chatId))
  const turn = await findLiveTurn(services.database.prisma, chatId)
  // One that was just going to wait has done so in spite of the abort.
  if (!turn || (stopped.length > 0 && !stopped.some((live) => live.turnId === turn.id))) return stopped.length > 0
  const begun = services.liveTurns.findTurn(turn.id)
  if (begun) return (await abortAll([begun])).length > 0
  if (turn.state !== 'waiting' && turn.lease !== services.serverId) return false
  const events = await loadTurnEvents(services.database.prisma, turn.id)
  const finish = { seq: events.length + 1, chunk: { type: 'finish' as const, messageMetadata: toMetadata({ outcome: 'stopped' }) } }
  const isSettled = await settleTurn(services.database, turn, settleMessage(await foldChunks(turn.messageId, [...events, finish])), 'stopped', new Date(services.clock.now()))
  if (isSettled) publishEvent(services, { userId: turn.createdBy, organizationId: turn.organizationId }, { type: 'turn-ended', chatId, turnId: turn.id, outcome: 'stopped' })
  return isSettled
}

/** Gives those that had begun by their end: an announced turn may have been refused. */
async function abortAll(turns: LiveTurn[]): Promise<LiveTurn[]> {
  for (const turn of turns) turn.abort()
  await Promise.all(turns.map((turn) => turn.ended))
  return turns.filter((turn) => turn.events.length > 0)
}
