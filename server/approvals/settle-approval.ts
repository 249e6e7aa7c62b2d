import type { Settlement } from '#layers/northlight/shared/approvals/approval-requests.ts'
import { requireVersion } from '#layers/northlight/server/store/approval-store.ts'
import { toJson } from '#layers/northlight/server/store/message-store.ts'
import { loadActor } from '#layers/northlight/server/store/person-store.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import { commitStep } from './commit-step.ts'
import type { ApprovalServices } from './commit-step.ts'
import { refuseDecision, requireApproval } from './require-approval.ts'

/**
 * A person has looked at the target of an action that nobody knows the end of, and says whether it happened. Nothing is
 * done again.
 *
 * @throws {NorthlightError} `approval-not-found`, `read-only`, `scope-missing`, `approval-decided`, `approval-changed`
 */
export async function settleApproval(services: ApprovalServices, principal: Principal, id: string, { happened, version, digest }: Settlement): Promise<void> {
  const row = await requireApproval(services.database, principal, id, 'approval.decide')
  if (row.state !== 'unknown' || row.version !== version || requireVersion(row).digest !== digest) throw await refuseDecision(services, principal, id)
  const actor = await loadActor(services.database.prisma, principal)
  const note = happened ? 'A person found that it was done.' : 'A person found that it was not done.'
  const isSettled = await commitStep(services, row, {
    event: happened ? 'succeed' : 'fail', log: 'settled', from: 'unknown', actor, note,
    data: { note, ...happened ? { outcome: toJson({ done: true, note }) } : {} },
  })
  if (!isSettled) throw await refuseDecision(services, principal, id)
}
