import { planAccess } from '#layers/northlight/server/policy/plan-access.ts'
import type { Owned } from '#layers/northlight/server/policy/plan-access.ts'
import type { ApprovalRow } from '#layers/northlight/server/store/approval-store.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'

/** Whose an approval is: whoever it was asked for; seen by those who may read its chat, as long as it is there. */
export function toOwnedApproval({ organizationId, createdBy, chat }: Pick<ApprovalRow, 'organizationId' | 'createdBy' | 'chat'>): Owned {
  return { organizationId, ownerId: createdBy, isShared: Boolean(chat?.sharedAt && !chat.deletedAt) }
}

/** Whether a person may decide it; a program with a key never does. */
export function mayDecide(row: Pick<ApprovalRow, 'organizationId' | 'createdBy' | 'chat'>, principal: Pick<Principal, 'userId' | 'organizationId' | 'role' | 'scopes'>): boolean {
  return planAccess(principal, 'approval.decide', toOwnedApproval(row)) === undefined
}
