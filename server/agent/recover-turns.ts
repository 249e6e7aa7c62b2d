import { settleMessage } from '#layers/northlight/shared/messages/settle-message.ts'
import { listAbandonedTurns, loadTurnEvents, settleTurn } from '#layers/northlight/server/store/turn-store.ts'
import type { Database } from '#layers/northlight/server/store/open-database.ts'
import { foldChunks } from '#layers/northlight/server/stream/fold-chunks.ts'
import type { Clock } from '#layers/northlight/server/utils/clock.ts'
import { toMetadata } from './run-turn.ts'

/** Settles what a server that ended without warning left behind: each such turn shows as interrupted, with all it had said. */
export async function recoverTurns(database: Database, clock: Clock): Promise<number> {
  const turns = await listAbandonedTurns(database)
  for (const turn of turns) {
    const at = clock.now()
    const events = await loadTurnEvents(database.prisma, turn.id)
    const metadata = toMetadata({ startedAt: turn.startedAt.getTime(), outcome: 'interrupted', durationMs: at - turn.startedAt.getTime() })
    const message = await foldChunks(turn.messageId, [...events, { seq: events.length + 1, chunk: { type: 'finish', messageMetadata: metadata } }])
    await settleTurn(database, turn, settleMessage(message), 'interrupted', new Date(at))
  }
  return turns.length
}
