import { cancelAsks } from '#layers/northlight/server/store/cancel-asks.ts'
import { publishApproval } from './publish-approval.ts'
import type { ApprovalServices } from './commit-step.ts'

/** Calls back all that waits in a chat that was deleted, also what a turn asked that was set aside. */
export async function cancelChatAsks(services: ApprovalServices, chatId: string): Promise<void> {
  const { prisma } = services.database
  const cancelled = await prisma.$transaction((transaction) => cancelAsks(transaction, { chatId }, new Date(services.clock.now())))
  for (const stand of cancelled) await publishApproval(services, stand)
}
