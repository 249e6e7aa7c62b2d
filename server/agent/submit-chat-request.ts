import { settleMessage } from '#layers/northlight/shared/messages/settle-message.ts'
import { createHash } from 'node:crypto'
import { stringify } from 'safe-stable-stringify'
import type { ChatRequest } from '#layers/northlight/shared/messages/chat-request.ts'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import { requireFirstDot } from '#layers/northlight/server/store/first-dot.ts'
import { streamTurnOf } from '#layers/northlight/server/nodes/find-streamed-turn.ts'
import { loadTurnEvents } from '#layers/northlight/server/store/turn-event-store.ts'
import { startTurn } from '#layers/northlight/server/store/turn-store.ts'
import type { Turn } from '#layers/northlight/server/store/turn-store.ts'
import { loadMessage } from '#layers/northlight/server/store/message-store.ts'
import type { StoredMessage } from '#layers/northlight/shared/messages/stored-message.ts'
import type { TurnEvent } from '#layers/northlight/shared/messages/compact-chunks.ts'
import { foldChunks } from '#layers/northlight/server/stream/fold-chunks.ts'
import { createLiveTurn } from '#layers/northlight/server/stream/live-turn.ts'
import type { LiveTurn } from '#layers/northlight/server/stream/live-turn.ts'
import { toReplay } from '#layers/northlight/server/stream/to-replay.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import { runTurn } from './run-turn.ts'
import { toLostRule } from './recover-turns.ts'
import { toLostEnd } from './to-lost-end.ts'

/**
 * Stores the request and starts its turn; the same key with the same request gives the same turn's stream again,
 * running or long settled. A turn that waits for a person is set aside, as far as it came; one that nobody writes any
 * more is stored as interrupted.
 *
 * @throws {NorthlightError} as `startTurn` does, and `stopping`
 */
export async function submitChatRequest(services: Services, principal: Principal, request: ChatRequest, idempotencyKey?: string): Promise<LiveTurn> {
  if (services.isStopping()) throw new NorthlightError('stopping')
  const live = createLiveTurn({ turnId: services.ids(), chatId: request.id, messageId: services.ids() })
  services.liveTurns.announce(live)
  let hasBegun = false
  try {
    const { turn, isNew } = await startTurn(services.database, principal, await requireFirstDot(services.database, principal), {
      request,
      idempotencyKey,
      digest: createHash('sha256').update(stringify(request) ?? '').digest('hex'),
      turnId: live.turnId,
      messageId: live.messageId,
      lease: services.serverId,
      at: new Date(services.clock.now()),
      toWaitingMessage,
      lost: toLostRule(services),
      toLostEnd,
    })
    if (!isNew) return await attach(services, turn)
    hasBegun = true
    return runTurn(services, principal, turn, live)
  }
  finally {
    if (!hasBegun) {
      services.liveTurns.remove(live)
      live.end()
    }
  }
}

async function toWaitingMessage(turn: Turn, events: readonly TurnEvent[]): Promise<StoredMessage> {
  return settleMessage(await foldChunks(turn.messageId, events))
}

async function attach(services: Services, turn: Turn): Promise<LiveTurn> {
  const live = streamTurnOf(services, turn)
  if (live) return live
  const stored = await loadMessage(services.database.prisma, turn.chatId, turn.messageId)
  return toReplay(turn, stored ?? await toWaitingMessage(turn, await loadTurnEvents(services.database.prisma, turn.id)))
}
