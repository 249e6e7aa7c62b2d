import { loadApproval } from '#layers/northlight/server/store/approval-store.ts'
import { commitStep } from './commit-step.ts'
import type { ApprovalServices } from './commit-step.ts'

/** Ends an ask that nobody answered in time. */
export async function expireApproval(services: ApprovalServices, id: string): Promise<void> {
  const row = await loadApproval(services.database.prisma, id)
  if (row?.state === 'pending' && row.expiresAt.getTime() <= services.clock.now()) await commitStep(services, row, { event: 'expire', log: 'expired' })
}
