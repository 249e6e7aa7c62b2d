import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import { loadTurnEvents } from '#layers/northlight/server/store/turn-event-store.ts'
import { resumeTurn } from '#layers/northlight/server/store/turn-lease-store.ts'
import { findTurn } from '#layers/northlight/server/store/turn-store.ts'
import { createLiveTurn } from '#layers/northlight/server/stream/live-turn.ts'
import type { LiveTurn } from '#layers/northlight/server/stream/live-turn.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import { runTurn } from './run-turn.ts'
import type { TurnContinuation } from './run-turn.ts'

/**
 * Goes on with the message of a turn that waited for a person, on whatever server, once (approvals.md, "How a turn
 * waits"). `results` bring each waiting call its result. Undefined: the turn waits no longer, or a new message has
 * set it aside.
 *
 * @throws {NorthlightError} `stopping`
 */
export async function continueTurn(services: Services, principal: Principal, turnId: string, results: TurnContinuation['results']): Promise<LiveTurn | undefined> {
  if (services.isStopping()) throw new NorthlightError('stopping')
  const waiting = await findTurn(services.database, principal, turnId)
  if (waiting?.state !== 'waiting' || services.liveTurns.findTurn(turnId)) return undefined
  const live = createLiveTurn({ turnId, chatId: waiting.chatId, messageId: waiting.messageId })
  services.liveTurns.announce(live)
  let turn: typeof waiting | undefined
  try {
    const events = await loadTurnEvents(services.database.prisma, turnId)
    turn = await resumeTurn(services.database, waiting, services.serverId)
    return turn && runTurn(services, principal, turn, live, { events, results })
  }
  finally {
    if (!turn) {
      services.liveTurns.remove(live)
      live.end()
    }
  }
}
