import { findLiveTurn } from '#layers/northlight/server/store/turn-store.ts'
import type { Turn } from '#layers/northlight/server/store/turn-store.ts'
import type { LiveTurn } from '#layers/northlight/server/stream/live-turn.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'

type StreamingServices = Pick<Services, 'database' | 'liveTurns' | 'followers'>

/** The turn in which a chat's answer is being written, on whatever server; undefined when none is. */
export async function findStreamedTurn(services: StreamingServices, chatId: string): Promise<LiveTurn | undefined> {
  const live = services.liveTurns.find(chatId)
  if (live) return live
  const turn = await findLiveTurn(services.database.prisma, chatId)
  return turn ? streamTurnOf(services, turn) : undefined
}

/** A turn that is being written, as its readers here see it; undefined when it is not. */
export function streamTurnOf({ liveTurns, followers }: StreamingServices, turn: Turn): LiveTurn | undefined {
  const live = liveTurns.findTurn(turn.id)
  if (live) return live
  return turn.state === 'running' || turn.state === 'queued' ? followers.follow(turn) : undefined
}
