import { toApprovalBroadcast } from '#layers/northlight/shared/approvals/to-approval-broadcast.ts'
import { listApprovalAudience } from '#layers/northlight/server/store/approval-audience.ts'
import { listTurnAsks, loadApproval, requireVersion } from '#layers/northlight/server/store/approval-store.ts'
import type { ApprovalStand } from '#layers/northlight/server/store/approval-store.ts'
import type { Services } from '#layers/northlight/server/utils/services.ts'

type Told = Pick<Services, 'events' | 'database' | 'relay'>

/**
 * Tells whom it concerns that an approval was made or has changed, on this server and on the others: once for each
 * change, as it stood by that. Call it once that is stored. Never throws. What is told can be too long for what servers
 * tell each other: they are told where it stands.
 */
export async function publishApproval(services: Told, { id, version, state }: ApprovalStand): Promise<void> {
  services.relay.tell({ type: 'approval-changed', id, version, state })
  await tellApproval(services, { id, version, state })
}

/** The same for what the end of a turn has called back of its asks. */
export async function publishTurnApprovals(services: Told, turnId: string): Promise<void> {
  try {
    for (const ask of await listTurnAsks(services.database.prisma, turnId)) if (ask.state === 'cancelled') await publishApproval(services, ask)
  }
  catch (error) {
    logLoss(services, error)
  }
}

/** Tells those who read events on this server. */
export async function tellApproval(services: Pick<Services, 'events' | 'database'>, { id, version, state }: ApprovalStand): Promise<void> {
  try {
    const row = await loadApproval(services.database.prisma, id)
    if (!row) return
    const { chatId, leadChatId } = row
    const event = toApprovalBroadcast({ id, version, state, chatId, leadChatId, payload: requireVersion(row).payload })
    services.events.tellHere(await listApprovalAudience(services.database, row), event)
  }
  catch (error) {
    logLoss(services, error)
  }
}

function logLoss({ database }: Pick<Services, 'database'>, error: unknown) {
  database.log.error('Those whom an approval concerns could not be told of a change in it.', { error })
}
