import type { ErrorCode } from '#layers/northlight/shared/errors/error-catalogue.ts'
import type { Role } from '#layers/northlight/shared/people/roles.ts'

export interface MemberChange {
  /** What whoever asks is in the organisation now. */
  askerRole: Role
  /** Whether they ask about themselves. */
  isSelf: boolean
  currentRole: Role
  /** What the member is to be; undefined: no member any more. */
  nextRole: Role | undefined
  /** How many owners the organisation has now. */
  owners: number
}

export type MemberRefusal = Extract<ErrorCode, 'role-missing' | 'owner-missing' | 'last-owner'>

/**
 * Who may change whom: anybody may leave; owners and admins change and remove others; only an owner makes an owner, or
 * changes one; and an organisation never loses its last owner. Undefined: they may.
 */
export function planMemberChange({ askerRole, isSelf, currentRole, nextRole, owners }: MemberChange): MemberRefusal | undefined {
  const leaves = isSelf && nextRole === undefined
  if (askerRole === 'member' && !leaves) return 'role-missing'
  if (askerRole !== 'owner' && (currentRole === 'owner' || nextRole === 'owner')) return 'owner-missing'
  return currentRole === 'owner' && nextRole !== 'owner' && owners <= 1 ? 'last-owner' : undefined
}
