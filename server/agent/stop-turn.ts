import { settleMessage } from '#layers/northlight/shared/messages/settle-message.ts'
import { publishTurnApprovals } from '#layers/northlight/server/approvals/publish-approval.ts'
import { publishEvent } from '#layers/northlight/server/events/publish-event.ts'
import { loadTurnEvents } from '#layers/northlight/server/store/turn-event-store.ts'
import { requestStop } from '#layers/northlight/server/store/turn-lease-store.ts'
import { findLiveTurn, findTurnState, settleTurn } from '#layers/northlight/server/store/turn-store.ts'
import type { Turn, TurnEnd } from '#layers/northlight/server/store/turn-store.ts'
import { foldChunks } from '#layers/northlight/server/stream/fold-chunks.ts'
import type { LiveTurn } from '#layers/northlight/server/stream/live-turn.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import { recoverTurn } from './recover-turns.ts'
import { toMetadata } from './run-turn.ts'

/** Between two looks at a turn that another server was asked to stop. In milliseconds. */
const lookMs = 100

/**
 * Stops a chat's turn, running here or on another server, waiting, or just being stored, and resolves when it is
 * settled; false when there was none. One that nobody writes any more is settled as far as it was stored.
 */
export async function stopTurn(services: Services, chatId: string): Promise<boolean> {
  const stopped = await abortAll(services.liveTurns.findAll(chatId))
  const turn = await findLiveTurn(services.database.prisma, chatId)
  // One that was just going to wait has done so in spite of the abort.
  if (!turn || (stopped.length > 0 && !stopped.some((live) => live.turnId === turn.id))) return stopped.length > 0
  const begun = services.liveTurns.findTurn(turn.id)
  if (begun) return (await abortAll([begun])).length > 0
  return turn.state === 'waiting' || turn.state === 'queued' ? await settleWaiting(services, turn) || stopTurn(services, chatId) : stopElsewhere(services, turn)
}

async function settleWaiting(services: Services, turn: Turn): Promise<boolean> {
  const { id: turnId, chatId, createdBy: userId, organizationId } = turn
  const isSettled = await settleTurn(services.database, turn, await toStoppedEnd(services, turn))
  if (!isSettled) return false
  publishEvent(services, { userId, organizationId }, { type: 'turn-ended', chatId, turnId, outcome: 'stopped' })
  await publishTurnApprovals(services, turnId)
  return true
}

async function toStoppedEnd({ database, clock }: Services, turn: Turn): Promise<TurnEnd> {
  const events = await loadTurnEvents(database.prisma, turn.id)
  const finish = { seq: (events.at(-1)?.seq ?? 0) + 1, chunk: { type: 'finish' as const, messageMetadata: toMetadata({ outcome: 'stopped' }) } }
  const message = settleMessage(await foldChunks(turn.messageId, [...events, finish]))
  return { outcome: 'stopped', message, events: [finish], at: new Date(clock.now()) }
}

/** Whoever writes it stops it; if nobody does any more, its lease runs out and it is settled here. */
async function stopElsewhere(services: Services, turn: Turn): Promise<boolean> {
  if (!await requestStop(services.database, turn.id)) return true
  services.relay.tell({ type: 'stop-requested', turnId: turn.id })
  for (;;) {
    if (await recoverTurn(services, turn)) return true
    const now = await findTurnState(services.database, turn.id)
    if (now?.state !== 'running') return true
    await services.wait(lookMs)
  }
}

/** Gives those that had begun by their end: an announced turn may have been refused. */
async function abortAll(turns: LiveTurn[]): Promise<LiveTurn[]> {
  for (const turn of turns) turn.abort()
  await Promise.all(turns.map((turn) => turn.ended))
  return turns.filter((turn) => turn.events.length > 0)
}
