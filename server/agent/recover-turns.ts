import { listAbandonedTurns, loadTurnEvents, settleTurn } from '#layers/northlight/server/store/turn-store.ts'
import type { Database } from '#layers/northlight/server/store/open-database.ts'
import type { Clock } from '#layers/northlight/server/utils/clock.ts'
import { toInterruptedMessage } from './to-interrupted-message.ts'

/** Settles what a server that ended without warning left behind: each such turn shows as interrupted, with all it had said. */
export async function recoverTurns(database: Database, clock: Clock): Promise<number> {
  const turns = await listAbandonedTurns(database)
  for (const turn of turns) {
    const at = new Date(clock.now())
    const message = await toInterruptedMessage(turn, await loadTurnEvents(database.prisma, turn.id), at)
    await settleTurn(database, turn, message, 'interrupted', at)
  }
  return turns.length
}
