import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import { requireAccess } from '#layers/northlight/server/policy/require-access.ts'
import type { VerbName } from '#layers/northlight/server/policy/verbs.ts'
import { findApproval } from '#layers/northlight/server/store/approval-store.ts'
import type { ApprovalRow } from '#layers/northlight/server/store/approval-store.ts'
import type { Database } from '#layers/northlight/server/store/open-database.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import { toOwnedApproval } from './may-decide.ts'

/**
 * An approval with which this person may do what `verb` says; one that they may not see is as good as none.
 *
 * @throws {NorthlightError} `approval-not-found`, and as `requireAccess` does
 */
export async function requireApproval(database: Database, principal: Principal, id: string, verb: VerbName): Promise<ApprovalRow> {
  const row = await findApproval(database.prisma, principal.organizationId, id)
  if (!row) throw new NorthlightError('approval-not-found')
  requireAccess(principal, verb, { of: toOwnedApproval(row), unseenCode: 'approval-not-found' })
  return row
}

/** Why a decision does not hold, with how the approval stands now, so that whoever made it can show that. */
export async function refuseDecision({ database }: { database: Database }, { organizationId }: Pick<Principal, 'organizationId'>, id: string): Promise<NorthlightError> {
  const row = await findApproval(database.prisma, organizationId, id)
  if (!row) return new NorthlightError('approval-not-found')
  const { state, version } = row
  return new NorthlightError(state === 'pending' ? 'approval-changed' : 'approval-decided', { facts: { approval: { id, state, version } } })
}
