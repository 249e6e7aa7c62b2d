import { z } from 'zod'
import { roles } from '#layers/northlight/shared/people/roles.ts'
import { toResultChunks } from '#layers/northlight/server/approvals/to-call-result.ts'
import { loadDeciderNames } from '#layers/northlight/server/store/approval-lists.ts'
import { listTurnAsks } from '#layers/northlight/server/store/approval-store.ts'
import { findMemberRole } from '#layers/northlight/server/store/member-role.ts'
import { loadTurnEvents } from '#layers/northlight/server/store/turn-event-store.ts'
import { resumeTurn } from '#layers/northlight/server/store/turn-lease-store.ts'
import { findTurnById } from '#layers/northlight/server/store/turn-store.ts'
import type { Turn } from '#layers/northlight/server/store/turn-store.ts'
import { createLiveTurn } from '#layers/northlight/server/stream/live-turn.ts'
import type { LiveTurn } from '#layers/northlight/server/stream/live-turn.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import { runTurn } from './run-turn.ts'
import { stopTurn } from './stop-turn.ts'

/** Between two looks at a turn that this server is just putting away. In milliseconds. */
const lookMs = 50

/**
 * Goes on with the message of a turn whose asks are all decided, on whatever server, once (`approvals.md`, "How a turn
 * waits"): each call gets its result from the row of its ask. Undefined: it is not released, goes on already, or whoever
 * it is for has left the organisation, and it is stopped.
 *
 * @throws {Error} the server stops: another one goes on with it
 */
export async function continueTurn(services: Services, turnId: string): Promise<LiveTurn | undefined> {
  if (services.isStopping()) throw new Error('The server stops.')
  const released = await findReleased(services, turnId)
  if (!released) return undefined
  const principal = await findPrincipal(services, released)
  if (!principal) {
    await stopTurn(services, released.chatId)
    return undefined
  }
  return goOn(services, principal, released)
}

/** Undefined: it is not released, or goes on already. One that was released before this server had put it away is waited for. */
async function findReleased({ database, liveTurns, wait }: Services, turnId: string): Promise<Turn | undefined> {
  for (;;) {
    const turn = await findTurnById(database, turnId)
    if (turn?.state !== 'queued' || turn.detached) return undefined
    if (!liveTurns.findTurn(turnId)) return turn
    await wait(lookMs)
  }
}

async function findPrincipal({ database }: Services, { createdBy: userId, organizationId }: Turn): Promise<Principal | undefined> {
  const role = z.enum(roles).safeParse(await findMemberRole(database.prisma, organizationId, userId)).data
  return role && { userId, organizationId, role, via: 'turn' }
}

async function goOn(services: Services, principal: Principal, released: Turn): Promise<LiveTurn | undefined> {
  const { id: turnId, chatId, messageId } = released
  // Of several that have come this far at once, one goes on.
  if (services.liveTurns.findTurn(turnId)) return undefined
  const live = createLiveTurn({ turnId, chatId, messageId })
  services.liveTurns.announce(live)
  let turn: Turn | undefined
  try {
    const events = await loadTurnEvents(services.database.prisma, turnId)
    const asks = await listTurnAsks(services.database.prisma, turnId)
    const names = await loadDeciderNames(services.database, asks)
    turn = await resumeTurn(services.database, released, services.serverId)
    return turn && runTurn(services, principal, turn, live, { events, results: toOpenResults(events, asks, names) })
  }
  finally {
    if (!turn) {
      services.liveTurns.remove(live)
      live.end()
    }
  }
}

/** Each ask that a call waits for brings it one result, however often the turn waited; what a rule did at once has its result. */
function toOpenResults(events: Awaited<ReturnType<typeof loadTurnEvents>>, asks: Awaited<ReturnType<typeof listTurnAsks>>, names: ReadonlyMap<string, string>) {
  const open = new Set<string>()
  for (const { chunk } of events) {
    if (chunk.type === 'tool-approval-request') open.add(chunk.approvalId)
    if (chunk.type === 'tool-approval-response') open.delete(chunk.approvalId)
  }
  return asks.filter(({ id }) => open.has(id)).flatMap((ask) => toResultChunks(ask, names))
}
