import { waitingStates } from '#layers/northlight/shared/approvals/approval-states.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import type { Database } from './open-database.ts'

/** Whether something waits for a person in a chat: asked there, or asked by another dot through it. */
export async function hasWaitingAsks({ prisma }: Database, { organizationId }: Pick<Principal, 'organizationId'>, chatId: string): Promise<boolean> {
  const waiting = await prisma.approval.findFirst({
    where: { organizationId, state: { in: [...waitingStates] }, OR: [{ chatId }, { leadChatId: chatId }] }, select: { id: true },
  })
  return waiting !== null
}
