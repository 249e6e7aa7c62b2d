import { createHash } from 'node:crypto'
import { stringify } from 'safe-stable-stringify'
import type { ChatRequest } from '#layers/northlight/shared/messages/chat-request.ts'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import { detachTurn, findLiveTurn, loadTurnEvents, startTurn } from '#layers/northlight/server/store/turn-store.ts'
import type { Turn } from '#layers/northlight/server/store/turn-store.ts'
import { loadMessage } from '#layers/northlight/server/store/message-store.ts'
import { foldChunks } from '#layers/northlight/server/stream/fold-chunks.ts'
import type { LiveTurn } from '#layers/northlight/server/stream/live-turn.ts'
import { toReplay } from '#layers/northlight/server/stream/to-replay.ts'
import type { Principal } from '#layers/northlight/server/utils/require-principal.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import { runTurn, settle } from './run-turn.ts'

/**
 * Stores the request and starts its turn; the same key with the same request gives the same turn's stream again,
 * running or long settled.
 *
 * @throws {NorthlightError} as `startTurn` does, and `stopping`
 */
export async function submitChatRequest(services: Services, principal: Principal, request: ChatRequest, idempotencyKey?: string): Promise<LiveTurn> {
  if (services.isStopping()) throw new NorthlightError('stopping')
  const at = services.clock.now()
  await detachWaiting(services, request.id, idempotencyKey)
  const { turn, isNew } = await startTurn(services.database, principal, services.dotId, {
    request,
    idempotencyKey,
    digest: createHash('sha256').update(stringify(request) ?? '').digest('hex'),
    turnId: services.ids(),
    messageId: services.ids(),
    lease: services.serverId,
    at: new Date(at),
  })
  return isNew ? runTurn(services, principal, turn) : attach(services, turn)
}

/** A turn that waits for a person is no reason not to speak: it is set aside, as far as it came. */
async function detachWaiting(services: Services, chatId: string, idempotencyKey: string | undefined) {
  const waiting = await findLiveTurn(services.database, chatId)
  if (waiting?.state !== 'waiting' || (idempotencyKey && waiting.idempotencyKey === idempotencyKey)) return
  const message = await foldChunks(waiting.messageId, await loadTurnEvents(services.database, waiting.id))
  await detachTurn(services.database, waiting, settle(message), new Date(services.clock.now()))
}

async function attach(services: Services, turn: Turn): Promise<LiveTurn> {
  const live = services.liveTurns.find(turn.chatId)
  if (live?.turnId === turn.id) return live
  const stored = await loadMessage(services.database, turn.chatId, turn.messageId)
  if (stored) return toReplay(turn, stored)
  return toReplay(turn, await foldChunks(turn.messageId, await loadTurnEvents(services.database, turn.id)))
}
