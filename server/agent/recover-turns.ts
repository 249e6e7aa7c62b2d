import { publishTurnApprovals } from '#layers/northlight/server/approvals/publish-approval.ts'
import { publishEvent } from '#layers/northlight/server/events/publish-event.ts'
import { listLostTurns } from '#layers/northlight/server/store/turn-lease-store.ts'
import type { LostTurnRule } from '#layers/northlight/server/store/turn-lease-store.ts'
import { toDatabaseFailure } from '#layers/northlight/server/store/to-database-failure.ts'
import { settleLostTurn } from '#layers/northlight/server/store/turn-store.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'
import { toLostEnd } from './to-lost-end.ts'

export type RecoveryServices = Pick<Services, 'database' | 'clock' | 'events' | 'liveTurns' | 'serverId' | 'environment' | 'relay'>

/** What this server counts as lost once it runs: what it does not run itself, and what others let run out. */
export function toLostRule({ serverId, liveTurns }: Pick<Services, 'serverId' | 'liveTurns'>): LostTurnRule {
  return { serverId, listRunning: () => liveTurns.all().map((turn) => turn.turnId), isAlone: false }
}

/**
 * Takes over and settles what a server that ended without warning left behind: each such turn shows as interrupted,
 * with all it had said. Gives how many they were. One that can't be settled holds up none of the others.
 *
 * @throws what the first one met that could not be settled, after the others
 */
export async function recoverTurns(services: RecoveryServices, rule = toLostRule(services)): Promise<number> {
  let recovered = 0
  let failure: { error: unknown } | undefined
  for (const lost of await listLostTurns(services.database, rule)) {
    try {
      if (await recoverTurn(services, lost, rule)) recovered++
    }
    catch (error) {
      failure ??= { error }
      // Each of the others would wait for it as long.
      if (toDatabaseFailure(error)) break
    }
  }
  if (failure) throw failure.error
  return recovered
}

/** Takes one turn over, if it is lost, and settles it; false when it is not. */
export async function recoverTurn(services: RecoveryServices, { id, chatId }: { id: string, chatId: string }, rule = toLostRule(services)): Promise<boolean> {
  const settled = await settleLostTurn(services.database, { id, chatId }, rule, toLostEnd, new Date(services.clock.now()))
  if (!settled) return false
  const { turn, outcome } = settled
  publishEvent(services, { userId: turn.createdBy, organizationId: turn.organizationId }, { type: 'turn-ended', chatId, turnId: id, outcome })
  await publishTurnApprovals(services, id)
  return true
}
