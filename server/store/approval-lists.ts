import type { Prisma } from '#layers/northlight/generated/prisma/client.ts'
import { waitingStates } from '#layers/northlight/shared/approvals/approval-states.ts'
import type { ApprovalState } from '#layers/northlight/shared/approvals/approval-states.ts'
import { NorthlightError } from '#layers/northlight/shared/errors/northlight-error.ts'
import { managingRoles } from '#layers/northlight/shared/people/roles.ts'
import type { Principal } from '#layers/northlight/server/utils/principal.ts'
import { approvalFields } from './approval-store.ts'
import type { ApprovalRow } from './approval-store.ts'
import type { Database } from './open-database.ts'

export interface ApprovalPage {
  /** `waiting`: those in which somebody has to decide something. */
  state?: ApprovalState | 'waiting'
  /** Those asked in this chat, which whoever asks may read, or forwarded to it from one that they may read too. */
  chat?: string
  /** Only what comes after this one of the same list. */
  before?: string
  limit: number
}

/** What this person may decide on: what was asked for them, and all of their organisation's for those who manage it. */
function decidable({ organizationId, userId, role }: Principal): Prisma.ApprovalWhereInput {
  return { organizationId, ...managingRoles.some((managing) => managing === role) ? {} : { createdBy: userId } }
}

/** Sharing a lead's chat shares no other: what was forwarded to it stays with those whom it concerns. */
function ofChat(principal: Principal, chat: string): Prisma.ApprovalWhereInput {
  const { organizationId } = principal
  return { organizationId, OR: [{ chatId: chat }, { leadChatId: chat, OR: [decidable(principal), { chat: { sharedAt: { not: null }, deletedAt: null } }] }] }
}

/**
 * A page of approvals, the newest first.
 *
 * @throws {NorthlightError} `approval-not-found`: the page is to go on after one that is not there.
 */
export async function listApprovals({ prisma }: Database, principal: Principal, { state, chat, before, limit }: ApprovalPage): Promise<{ rows: ApprovalRow[], hasMore: boolean }> {
  const seen = chat === undefined ? decidable(principal) : ofChat(principal, chat)
  const states = state === 'waiting' ? { in: [...waitingStates] } : state
  const rows = await prisma.approval.findMany({
    where: { AND: [seen, states === undefined ? {} : { state: states }, before === undefined ? {} : await afterThat({ prisma }, principal, before)] },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
    include: approvalFields,
  })
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit }
}

async function afterThat({ prisma }: Pick<Database, 'prisma'>, { organizationId }: Principal, before: string): Promise<Prisma.ApprovalWhereInput> {
  const last = await prisma.approval.findFirst({ where: { id: before, organizationId }, select: { createdAt: true } })
  if (!last) throw new NorthlightError('approval-not-found')
  return { OR: [{ createdAt: { lt: last.createdAt } }, { createdAt: last.createdAt, id: { lt: before } }] }
}

/** How many wait for a person that whoever asks may be. */
export function countWaiting({ prisma }: Database, principal: Principal): Promise<number> {
  return prisma.approval.count({ where: { ...decidable(principal), state: { in: [...waitingStates] } } })
}

/** What people are called, by their ids. */
export async function loadNames({ prisma }: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const people = await prisma.user.findMany({ where: { id: { in: [...new Set(ids)] } }, select: { id: true, name: true } })
  return new Map(people.map(({ id, name }) => [id, name]))
}

/** What those are called who decided. */
export function loadDeciderNames(database: Database, rows: readonly Pick<ApprovalRow, 'decidedBy'>[]): Promise<ReadonlyMap<string, string>> {
  return loadNames(database, rows.flatMap(({ decidedBy }) => decidedBy ?? []))
}
