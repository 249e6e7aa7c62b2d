import { listCancellable, stepApproval } from './approval-store.ts'
import type { ApprovalStand } from './approval-store.ts'
import { logApproval } from './log-approval.ts'
import type { Transaction } from './message-store.ts'

/** Calls back what a turn, or a whole chat, has asked for and what was approved but not begun. Gives those that it did. */
export async function cancelAsks(transaction: Transaction, of: { turnId: string } | { chatId: string }, at: Date): Promise<ApprovalStand[]> {
  const cancelled: ApprovalStand[] = []
  for (const row of await listCancellable(transaction, of)) {
    const stepped = await stepApproval(transaction, { id: row.id, turnId: row.turnId, event: 'cancel', version: row.version, at })
    if (!stepped) continue
    await logApproval(transaction, row, { event: 'cancelled', state: stepped.state, at })
    cancelled.push({ id: row.id, version: row.version, state: stepped.state })
  }
  return cancelled
}
